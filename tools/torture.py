#!/usr/bin/env python3
"""Kills, starves and confuses armlab, and compares with the undisturbed run.

    tools/torture.py [--binary target/release/armlab] [--seconds 60] [--seed 0] [--only NAME,…]

Scenarios, each repeated with random instants until its share of the time is over:

    campaign   killed (SIGKILL, SIGINT) at any instant and continued: the finished ledger equals the undisturbed one
    files      `identify --out` killed, out of disk (file size limit), into a read-only or vanished folder: every file that
               is there under its name is whole
    follow     killed while it saves its state, then continued: the same estimates as without the kill
    hostile    damaged files and strange options for every command (hostile.py): exit 0, 1 or 2 with a hint, no panic, within
               limits of memory and time; with --json the output is JSON; no file is cut or left over
    studio     killed while it answers changes: every answered change is there after a restart; two servers on one folder:
               the second one refuses
    clocks     logs whose time jumps, repeats or stands still

Talks to 127.0.0.1 only and stops by itself. Prints counts; exit 0 well, 1 something was lost or broken.
"""

import argparse
import json
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from hostile import Hostile, whole

MEMORY = 3 << 30
LIMIT = 60.0
# Parts of the time: scenarios that kill take longest.
SHARES = {"campaign": 3, "files": 3, "follow": 3, "studio": 4, "hostile": 4, "clocks": 1}
ROOT = Path(__file__).resolve().parent.parent


class Torture:
    def __init__(self, binary, seed):
        self.binary = str(Path(binary).resolve())
        self.random, self.seed = random.Random(seed), seed
        self.folder = Path(tempfile.mkdtemp(prefix="armlab-torture-"))
        self.counts, self.faults = {}, []
        self.attacker = None

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def fault(self, text):
        self.faults.append(text)
        print(f"FAULT {text}", flush=True)

    def limited(self, file_size=None):
        def set_limits():
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            if file_size is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))

        return set_limits

    def run(self, *arguments, input=None, limits=None):
        """Exit code, standard output and error of a whole run."""
        try:
            done = subprocess.run(
                [self.binary, *map(str, arguments)], input=input, capture_output=True, timeout=LIMIT,
                cwd=self.folder, preexec_fn=limits or self.limited(),
            )
        except subprocess.TimeoutExpired:
            self.fault(f"longer than {LIMIT:.0f} s: {' '.join(map(str, arguments))}")
            return None, b"", b""
        if done.returncode not in (0, 1, 2, 130):
            self.fault(f"exit code {done.returncode}: {' '.join(map(str, arguments))}: {done.stderr[-300:]!r}")
        return done.returncode, done.stdout, done.stderr

    def killed(self, after, *arguments, writes=None):
        """Starts a command and ends it after so many seconds, or when it has written into the folder `writes` a few times, if
        it has not ended by itself."""
        how = self.random.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT])
        at_writes = writes is not None and self.random.random() < 0.6
        child = subprocess.Popen(
            [self.binary, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder
        )
        try:
            if at_writes:
                self.wait_for_writes(child, writes, self.random.randrange(1, 9), 20 * after + 1)
            else:
                child.wait(after)
        except subprocess.TimeoutExpired:
            child.send_signal(how)
            self.count("kills")
            if at_writes:
                self.count("kills at writes")
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
                self.fault(f"SIGINT did not end it within 10 s: {' '.join(map(str, arguments))}")

    def wait_for_writes(self, child, folder, changes, longest):
        """Raises TimeoutExpired at, or a moment after, the given change of the files in a folder."""
        seen, end = None, time.monotonic() + longest
        while child.poll() is None and time.monotonic() < end:
            try:
                now = {entry.name: (entry.stat().st_size, entry.stat().st_ino) for entry in os.scandir(folder)}
            except OSError:
                now = {}
            if now != seen:
                seen, changes = now, changes - 1
                if changes <= 0:
                    time.sleep(self.random.choice([0, 0, 0.0005, 0.003]))
                    raise subprocess.TimeoutExpired(child.args, longest)
        child.wait(LIMIT)

    # Scenarios: one round each.

    def prepare(self):
        self.log = self.folder / "log.csv"
        shutil.copy(ROOT / "tests/vectors/scara_noisy.csv", self.log)
        self.map = "q3=d3,qd3=dd3,qdd3=ddd3,tau3=f3"
        began = time.monotonic()
        self.run("identify", "scara", "--log", self.log, "--map", self.map, "--out", "whole")
        self.identify_seconds = time.monotonic() - began
        self.plan = ["campaign", "scara", "--seeds", "4", "--levels", "1", "--method", "ls,wls"]
        began = time.monotonic()
        self.run(*self.plan, "--out", "undisturbed")
        self.campaign_seconds = time.monotonic() - began
        self.ledger = self.timeless(self.folder / "undisturbed")
        self.lines = self.log.read_text().splitlines(keepends=True)
        self.state = self.folder / "good-state.json"
        self.run(*self.following(self.log), "--idle", "0.05", "--state", self.state)
        _, self.followed, _ = self.run(*self.following(self.log), "--idle", "0.05")

    def following(self, log):
        return ["identify", "scara", "--log", log, "--follow", "--map", self.map, "--friction", "none", "--method", "rls-sqrt", "--json"]

    @staticmethod
    def timeless(folder):
        tasks = [json.loads(line) for file in sorted(folder.glob("tasks-*.jsonl")) for line in file.read_text().splitlines()]
        for task in tasks:
            for method in task["methods"]:
                method["seconds"] = 0
        return tasks

    def campaign(self):
        out = self.folder / "campaign"
        shutil.rmtree(out, ignore_errors=True)
        finished = 0
        for _ in range(self.random.randrange(2, 7)):
            self.killed(self.random.uniform(0.0, 0.9) * self.campaign_seconds, *self.plan, "--out", out, writes=out)
            now = sum(file.read_bytes().count(b"\n") for file in out.glob("tasks-*.jsonl")) if out.exists() else 0
            if now < finished:
                self.fault(f"a kill took finished tasks: {finished} before, {now} after")
            finished = now
        self.run(*self.plan, "--out", out)
        if self.timeless(out) != self.ledger:
            self.fault("a continued campaign differs from the undisturbed one")
        self.count("campaigns")

    def files(self):
        out = self.folder / "files"
        shutil.rmtree(out, ignore_errors=True)
        command = ["identify", "scara", "--log", self.log, "--map", self.map, "--out", out]
        kind = self.random.choice(["kill"] * 5 + ["disk", "read-only", "vanished"])
        if kind == "kill":
            self.killed(self.random.uniform(0.4, 1.0) * self.identify_seconds, *command, writes=out)
        elif kind == "disk":
            code, _, _ = self.run(*command, limits=self.limited(self.random.choice([0, 1000, 20_000, 100_000])))
            if code == 0 and any(p.stat().st_size == 0 for p in out.rglob("*")):
                self.fault("an empty file although the command ended well")
        elif kind == "read-only":
            # Root may write anywhere; a file in the folder's place stops it as well.
            out.write_text("in the way")
            code, _, _ = self.run(*command)
            if code != 2:
                self.fault(f"exit code {code} for an output folder that is a file")
            out.unlink()
        else:
            child = subprocess.Popen([self.binary, *map(str, command)], stdout=subprocess.DEVNULL,
                                     stderr=subprocess.DEVNULL, cwd=self.folder)
            time.sleep(self.random.uniform(0, self.identify_seconds))
            shutil.rmtree(out, ignore_errors=True)
            if child.wait() not in (0, 1, 2):
                self.fault(f"exit code {child.returncode} when the output folder vanished")
        for path in out.rglob("*") if out.is_dir() else []:
            if path.is_file() and not path.name.startswith("."):
                if not whole(path):
                    self.fault(f"{path.name} is not whole ({path.stat().st_size} bytes)")
        self.count(f"files: {kind}")

    def follow(self):
        kept = self.folder / "kept"
        kept.mkdir(exist_ok=True)
        state, log = kept / "state.json", self.folder / "growing.csv"
        state.unlink(missing_ok=True)
        cut = self.random.randrange(800, len(self.lines) - 50)
        log.write_text("".join(self.lines[:cut]) + self.lines[cut][: self.random.randrange(1, 20)])
        self.killed(self.random.uniform(0.0, 0.2), *self.following(log), "--idle", "0.3", "--state", state, writes=kept)
        log.write_text("".join(self.lines))
        _, continued, _ = self.run(*self.following(log), "--idle", "0.05", "--state", state)
        values = lambda text: json.loads(text)["methods"][0]["values"] if text else None
        if values(continued) != values(self.followed):
            self.fault(f"a continued following ends elsewhere (cut after {cut} lines)")
        self.count("follow")

    def hostile(self):
        if self.attacker is None:
            self.attacker = Hostile(self.binary, random.Random(self.seed), self.fault)
            self.attacker.prepare()
        self.count(f"hostile: {self.attacker.round()}")

    def clocks(self):
        rows = [line.rstrip("\n").split(",") for line in self.lines]
        kind = self.random.choice(["back", "repeat", "stand", "jump", "swap"])
        at = self.random.randrange(100, len(rows) * 3 // 4)
        if kind == "back":
            for row in rows[at:]:
                row[0] = repr(float(row[0]) - 3.0)
        elif kind == "jump":
            for row in rows[at:]:
                row[0] = repr(float(row[0]) + 1e4)
        elif kind == "repeat":
            rows[at:at] = rows[at - 50 : at]
        elif kind == "stand":
            for row in rows[at:]:
                row[0] = rows[at][0]
        else:
            rows[at], rows[at + 1] = rows[at + 1], rows[at]
        path = self.folder / "clock.csv"
        path.write_text("\n".join(",".join(row) for row in rows) + "\n")
        code, _, err = self.run("identify", "scara", "--log", path, "--map", self.map, "--bootstrap", "0", "--json")
        if kind in ("back", "stand") and code != 2:
            self.fault(f"time that goes {kind} is accepted: exit code {code}")
        self.count(f"clocks: {kind}")

    def studio(self):
        folder = self.folder / "projects"
        shutil.rmtree(folder, ignore_errors=True)
        process, address = self.serve(folder, "scara")
        project = self.ask(address, "GET", "/projects/scara")
        if project is None:
            return self.fault("the studio does not answer")
        link, answered = project["model"]["links"][0]["name"], None
        last = time.monotonic() + self.random.uniform(0.05, 0.6)
        revision, k = project["revision"], 0
        second = subprocess.run([self.binary, "studio", "--no-open", "--dir", str(folder)], capture_output=True, timeout=LIMIT)
        if second.returncode != 2 or b"in use" not in second.stderr:
            self.fault(f"a second studio on one folder: exit code {second.returncode}")
        killer = os.fork()
        if killer == 0:
            time.sleep(max(0.0, last - time.monotonic()))
            os.kill(process.pid, signal.SIGKILL)
            os._exit(0)
        while True:
            k += 1
            changed = self.ask(address, "PATCH", "/projects/scara/model", {"links": {link: {"mass": 1 + k / 64}}}, revision)
            if changed is None:
                break
            answered, revision = 1 + k / 64, changed["revision"]
        os.waitpid(killer, 0)
        process.wait()
        self.count("kills")
        process, address = self.serve(folder)
        again = self.ask(address, "GET", "/projects/scara")
        found = again and again["model"]["links"][0]["mass"]["value"]
        # The change that was not answered may have been saved as well.
        if answered is not None and found not in (answered, answered + 1 / 64):
            self.fault(f"an answered change is lost: {answered} became {found}")
        process.send_signal(signal.SIGTERM)
        if process.wait(20) != 0:
            self.fault("SIGTERM is no normal end of the studio")
        self.count("studio")

    def serve(self, folder, *more):
        process = subprocess.Popen([self.binary, "studio", "--json", "--no-open", "--port", "0", "--dir", str(folder), *more],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        text = ""
        while True:
            line = process.stdout.readline()
            text += line
            try:
                return process, json.loads(text)
            except ValueError:
                if not line:
                    raise SystemExit(f"the studio did not start: {text}")

    @staticmethod
    def ask(address, method, path, body=None, revision=None):
        """An answer of 2xx as JSON, or none."""
        host = address["origin"].removeprefix("http://")
        name, port = host.split(":")
        data = json.dumps(body).encode() if body is not None else b""
        head = f"{method} /api/v1{path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {address['token']}\r\n"
        head += f"Connection: close\r\nContent-Type: application/json\r\nContent-Length: {len(data)}\r\n"
        head += f'If-Match: "{revision}"\r\n' if revision is not None else ""
        try:
            with socket.create_connection((name, int(port)), timeout=10) as stream:
                stream.sendall(head.encode() + b"\r\n" + data)
                answer = b""
                while piece := stream.recv(1 << 16):
                    answer += piece
            head, _, text = answer.partition(b"\r\n\r\n")
            return json.loads(text) if head.split(b" ")[1][:1] == b"2" else None
        except (OSError, ValueError, IndexError):
            return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=ROOT / "target/release/armlab")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="campaign,files,follow,hostile,studio,clocks")
    options = parser.parse_args()
    torture = Torture(options.binary, options.seed)
    try:
        torture.prepare()
        names = options.only.split(",")
        for name in names:
            last = time.monotonic() + options.seconds * SHARES[name] / sum(SHARES[n] for n in names)
            getattr(torture, name)()
            while time.monotonic() < last:
                getattr(torture, name)()
    finally:
        shutil.rmtree(torture.folder, ignore_errors=True)
        if torture.attacker:
            torture.attacker.close()
    for what, number in sorted(torture.counts.items()):
        print(f"{what:24} {number}")
    if torture.attacker:
        (seconds, slowest), (memory, largest) = torture.attacker.longest, torture.attacker.largest
        print(f"hostile files: at most {seconds:.1f} s ({slowest}) and {memory >> 10} MB ({largest})")
    rounds = sum(n for what, n in torture.counts.items() if not what.startswith("kills"))
    print(f"{rounds} rounds, seed {options.seed}: {len(torture.faults)} faults")
    sys.exit(1 if torture.faults else 0)


if __name__ == "__main__":
    main()
