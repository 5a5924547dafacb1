"""Damaged files and arguments for every command, and what every command promises about them; used by torture.py.

A command is a line of words in which `{kind}` stands for a file of that kind. A round damages one of its files, or adds options
that `--help` names with any values. Promised is: exit code 0, 1, 2 or 130; no panic; a hint with every 2; one JSON document with
--json; files that are whole and none left over; 60 s and 1 GiB for small files; and an end soon after an interrupt for work that
was asked for, by options or by a file that says how long a motion or a search is.
"""

import json
import os
import re
import resource
import shlex
import shutil
import signal
import struct
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = "crates/armlab-log/tests/fixtures/"
# Limits of a run on a damaged file, and how soon one that was asked to work long must end when interrupted.
CPU_SECONDS = 60
MEMORY_KB = 1 << 20
INTERRUPTED_AFTER = 15.0
INTERRUPT_SECONDS = 5.0
LONGEST_SEED = 60_000

# Files of every kind: patterns of good ones. Those that begin with `made/` are made by armlab itself (Hostile.prepare).
KINDS = {
    "robot": ["fuzz/seeds/urdf/*", "fuzz/seeds/xacro/*", "fuzz/seeds/mjcf/*.xml", "fuzz/seeds/sdf/*",
              "crates/armlab-engine/robots/*.toml"],
    "tree": ["fuzz/seeds/urdf/*", "crates/armlab-engine/robots/scara.toml", "crates/armlab-engine/robots/ur5.toml",
             "crates/armlab-engine/robots/five-bar.toml"],
    "scara": ["made/scara.toml", "made/scara.urdf", "made/scara.xml", "made/scara.sdf"],
    "log": ["made/log.csv", "made/simulated.*"],
    "anylog": [FIXTURES + name for name in ("*.npz", "*.parquet", "*.mat", "*.h5", "*.mcap", "*.feather", "*.arrow",
                                            "bag_*/*.db3", "*.gz", "*.zst")] + ["fuzz/seeds/log_text/*"],
    "trajectory": ["fuzz/seeds/trajectory/*"],
    "experiment": ["fuzz/seeds/experiment/*"],
    "limits": ["fuzz/seeds/limits/*"],
    "mapping": ["fuzz/seeds/log_mapping/*.toml"],
    "settings": ["fuzz/seeds/settings/*"],
    "states": ["fuzz/seeds/states/*"],
    "targets": ["fuzz/seeds/ik_targets/*"],
    "state": ["made/state.json"],
    "particles": ["made/particles.json"],
    "uncertainty": ["made/identified/uncertainty.json"],
    "plan": ["made/campaign/plan.json"],
    "tasks": ["made/campaign/tasks-1-of-1.jsonl"],
}
FOLLOW = "identify scara --log {log} --follow --idle 0.05 --friction none"
COMMANDS = [
    "robots {robot}", "robots {robot} --urdf", "check {robot}", "check {robot} --base fixed", "convert {robot} out.urdf",
    "convert {robot} out.xml", "convert {robot} out.sdf", "convert {robot} out.toml --merge-fixed",
    "dynamics {tree} --q 0 --base-regressor", "dynamics {tree} --q 0,0.1,0.1", "dynamics scara --states {states}",
    "identify scara --log {log} --bootstrap 0", "identify {scara} --log {log} --bootstrap 10 --out out",
    "identify scara --log {log} --validate {log} --force --bootstrap 0", "identify scara --log {anylog} --force --bootstrap 0",
    "identify scara --log {log} --long --bootstrap 0", "identify scara --log {log} --mapping {mapping} --bootstrap 0",
    "identify scara --log {log} --method rls,ekf --settings {settings} --bootstrap 0",
    "identify scara --log {log} --experiment {experiment} --method didim --bootstrap 0",
    "identify scara --log {log} --payload {log} --bootstrap 0",
    FOLLOW + " --method rls-sqrt,ekf --state {state}", FOLLOW + " --method rls-sqrt --settings {settings}",
    FOLLOW + " --method particle --set particle.particles=100 --state {particles}",
    "validate {scara} --log {log}", "validate scara --log {log} --force", "diagnose {scara} --log {log}",
    "ik {tree} --target 0.3,0.1", "ik scara --targets {targets}", "ik scara --targets {targets} --path --period 0.1",
    "workspace {tree} --samples 500", "excite {tree} --time-limit 1 --limits {limits}", "excite scara --time-limit 1 --limits {limits}",
    "excite scara --time-limit 1 --after {log}", "log {anylog}", "log {log} --out out.npz", "log {anylog} --out out.parquet",
    "methods", "simulate {tree} --rate 50 --duration 1 --out out", "simulate {scara} --rate 100 --duration 1 --force",
    "simulate scara --trajectory {trajectory} --rate 50 --out out", "simulate scara --trajectory {log} --rate 50",
    "simulate scara --experiment {experiment} --rate 100 --format npz --out out", "simulate scara --rate 50 --model {scara}",
    "campaign {scara} --seeds 1 --levels 1 --method ls --experiment {experiment}", "campaign scara --merge CAMPAIGN",
    "campaign scara --seeds 1 --levels 1 --method ls,wls --out CAMPAIGN", "observe {scara} --log {log} --payload",
    "observe IDENTIFIED --log {log}", "margin IDENTIFIED --motion {trajectory}", "margin IDENTIFIED --motion {log}",
    "export {tree} --to c --regressor --out out", "export {tree} --to rust --out out", "export {robot} --to mjcf --out out",
    "export {robot} --to json --out out", "export IDENTIFIED --to urdf --out out", "learn-ik --samples 30 --method ls,rls",
]
# Folders with several files: each is damaged in one of them.
FOLDERS = {"CAMPAIGN": ("made/campaign", ["plan.json", "tasks-1-of-1.jsonl"]), "IDENTIFIED": ("made/identified", ["uncertainty.json", "*.toml"])}

NUMBERS = ["nan", "inf", "-inf", "0", "-0", "-1", "1", "1e308", "-1e308", "1.7976931348623157e308", "5e-324", "-1e-320", "1e-300", "1e150",
           "1e20", "1e9", "65536", "2147483648", "4294967296", "9007199254740993", "9223372036854775807", "18446744073709551616",
           "99999999999999999999999", "0x10", "1e", ".", "", "--1", "1_000", "1,5", "true", "null", "\"1\"", "[]", "{}"]
VALUES = NUMBERS + ["a", ",", "=", "1,2", "1,2,3,4,5,6,7,8,9", "nan,nan,nan", "0,0,0", "q1", "theta1", "theta1=0", "theta1=nan", "none", "auto", "all",
                    "unknown", "?", "ls", "tau=0.5", "tau=nan", "q=1e308", "/dev/null", "/dev/zero", "/", ".", "nothing", "\u00fc\u2713", "x" * 5000, "-"]
WORD = re.compile(rb"[A-Za-z_][A-Za-z0-9_.\-]*")
NUMBER = re.compile(rb"[-+]?\d+\.?\d*(?:[eE][-+]?\d+)?")
# Files that say how much work is asked for.
WORK = {"{trajectory}", "{experiment}", "{settings}"}
# Options that are not added: they end the program or wait for more.
UNSAID = {"--help", "--version", "--follow", "--json", "--out"}


class Mutation:
    """Changes of a file that keep most of its structure, drawn from one stream of random numbers."""

    def __init__(self, random):
        self.random = random

    def __call__(self, data, others):
        data = bytes(data[:LONGEST_SEED])
        text = b"\0" not in data[:2000]
        kinds = [self.number, self.number, self.numbers, self.word, self.line, self.nested, self.bytes, self.spliced] if text else [
            self.bytes, self.bytes, self.integer, self.integer, self.spliced, self.cut]
        for _ in range(self.random.choice([1, 1, 1, 2, 3, 6])):
            data = self.random.choice(kinds)(data, others)
        return data

    def place(self, data):
        return self.random.randrange(len(data) + 1)

    def replaced(self, data, pattern, by, times=1):
        found = list(pattern.finditer(data))
        chosen = self.random.sample(found, min(times, len(found)))
        for match in sorted(chosen, key=lambda m: -m.start()):
            data = data[: match.start()] + by(match.group()) + data[match.end() :]
        return data

    def a_number(self, old):
        if self.random.random() < 0.5:
            return self.random.choice(NUMBERS).encode()
        try:
            return repr(float(old) * self.random.choice([-1, 0.5, 10, -1e3, 1e-6, 1e12])).encode()
        except ValueError:
            return b"7"

    def number(self, data, _):
        return self.replaced(data, NUMBER, self.a_number)

    def numbers(self, data, _):
        one = self.random.choice(NUMBERS).encode()
        return self.replaced(data, NUMBER, lambda _: one, self.random.choice([3, 30, 1000]))

    def word(self, data, others):
        pool = WORD.findall(self.random.choice([data, self.random.choice(others)])) or [b"x"]
        return self.replaced(data, WORD, lambda _: self.random.choice(pool), self.random.choice([1, 1, 4]))

    def line(self, data, others):
        lines = data.split(b"\n")
        at = self.random.randrange(len(lines))
        kind = self.random.randrange(7)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines[at:at] = [lines[at]] * self.random.choice([1, 2, 300])
        elif kind == 2:
            other = self.random.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == 3:
            lines[at] = lines[at][: self.random.randrange(len(lines[at]) + 1)]
        elif kind == 4:
            del lines[at : at + self.random.randrange(1, len(lines) + 1)]
        elif kind == 5:
            self.random.shuffle(lines)
        else:
            lines[at] += self.random.choice([b"\r", b"\0", b",", b",,,,", b"#", b"\xff\xfe", b" " * 3000, b"\xef\xbb\xbf"])
        return b"\n".join(lines)

    def nested(self, data, _):
        """Brackets and elements inside one another, many times."""
        depth = self.random.choice([10, 200, 20_000])
        open_, close = self.random.choice([(b"[", b"]"), (b"{", b"}"), (b"<a>", b"</a>"), (b"(", b")"), (b"a.", b""), (b"-", b""), (b"${", b"}"),
                                           (b'{"a":', b"}"), (b"<link name='x'>", b"</link>"), (b"<body>", b"</body>")])
        at = self.place(data)
        return data[:at] + open_ * depth + close * self.random.choice([depth, 0]) + data[at:]

    def bytes(self, data, _):
        data = bytearray(data)
        for _ in range(self.random.choice([1, 1, 8, 100])):
            at = self.place(data)
            if self.random.random() < 0.7 and at < len(data):
                data[at] = self.random.choice([data[at] ^ 1 << self.random.randrange(8), self.random.randrange(256), 0, 255])
            else:
                data[at:at] = bytes(self.random.randrange(256) for _ in range(self.random.randrange(9)))
        return bytes(data)

    def integer(self, data, _):
        """A size, an offset or a floating-point number that is not what it was."""
        form, values = self.random.choice([
            ("<I", [0, 1, 0x7FFFFFFF, 0xFFFFFFFF, len(data), 0x10000]), (">I", [0, 0x7FFFFFFF, 0xFFFFFFFF]),
            ("<Q", [0, 1 << 31, 1 << 40, (1 << 63) - 1, (1 << 64) - 1, len(data)]),
            ("<d", [float("nan"), float("inf"), 1e308, -1e308, 5e-324]), ("<H", [0, 1, 0x7FFF, 0xFFFF])])
        piece = struct.pack(form, self.random.choice(values))
        at = self.place(data)
        return data[:at] + piece + data[at + len(piece) :]

    def spliced(self, data, others):
        other = self.random.choice(others)[:LONGEST_SEED]
        a, b = sorted((self.place(other), self.place(other)))
        at = self.place(data)
        return data[:at] + other[a : min(b, a + 5000)] + data[at + self.random.choice([0, b - a]) :]

    def cut(self, data, _):
        a = self.place(data)
        return data[:a] if self.random.random() < 0.5 else data[:a] + data[a + self.random.randrange(1, 500) :]


class Hostile:
    """Runs commands on damaged files in a folder of their own."""

    def __init__(self, binary, random, fault):
        self.binary, self.random, self.fault = binary, random, fault
        self.mutation = Mutation(random)
        self.folder = Path(tempfile.mkdtemp(prefix="armlab-hostile-"))
        self.longest, self.largest = (0.0, ""), (0, "")
        self.options = {}

    def prepare(self):
        """Good files that armlab writes."""
        made = self.folder / "made"
        made.mkdir()
        follow = FOLLOW.replace("{log}", "s-csv/log.csv")
        for words in [
            *(f"convert scara scara.{end}" for end in ("toml", "urdf", "xml", "sdf")),
            *(f"simulate scara --rate 100 --noise tau=0.05 --format {end} --out s-{end}" for end in ("csv", "npz", "mat", "parquet", "mcap")),
            "identify scara --log s-csv/log.csv --bootstrap 0 --out identified",
            "campaign scara --seeds 2 --levels 1 --method ls,wls --out campaign",
            f"{follow} --method rls-sqrt,ekf --state state.json",
            f"{follow} --method particle --set particle.particles=100 --state particles.json",
        ]:
            done = subprocess.run([self.binary, *words.split()], cwd=made, capture_output=True)
            if done.returncode not in (0, 1):
                raise SystemExit(f"{words}: {done.stderr.decode()}")
        for path in made.glob("s-*/log.*"):
            shutil.copy(path, made / f"simulated{path.suffix}")
        shutil.copy(made / "simulated.csv", made / "log.csv")

    def seeds(self, kind):
        base = lambda pattern: self.folder if pattern.startswith("made/") else ROOT
        found = [p for pattern in KINDS[kind] for p in sorted(base(pattern).glob(pattern)) if p.is_file()]
        return found or [self.folder / "made/log.csv"]

    def options_of(self, command):
        """Options of a command and whether they take a value."""
        if command not in self.options:
            text = subprocess.run([self.binary, command, "--help"], capture_output=True, text=True).stdout
            found = re.findall(r"^ +(?:-\w, )?(--[a-z\-]+)( <| \[)?", text, re.M)
            self.options[command] = [(name, bool(value)) for name, value in found if name not in UNSAID]
        return self.options[command]

    def file(self, kind, number, damaged):
        path = self.random.choice(self.seeds(kind))
        strange = self.random.random()
        if damaged and strange < 0.02:
            return self.random.choice(["/dev/zero", "/dev/null", ".", "nothing.toml", "/dev/full"])
        to = self.folder / "work" / f"{kind}{number}{''.join(path.suffixes[-2:])}"
        data = path.read_bytes()
        if damaged:
            others = [self.random.choice(self.seeds(kind)).read_bytes() for _ in range(2)]
            data = self.mutation(data, others)
        to.write_bytes(data)
        return to.name

    def copied(self, name, damaged):
        """A folder of results, damaged in one file."""
        source, patterns = FOLDERS[name]
        to = self.folder / "work" / name.lower()
        shutil.copytree(self.folder / source, to)
        path = self.random.choice(sorted(to.glob(self.random.choice(patterns))))
        if damaged:
            data = path.read_bytes()
            path.write_bytes(self.mutation(data, [data]))
        return to.name if name == "CAMPAIGN" else str(next(p for p in sorted(to.glob("*.toml"))).relative_to(self.folder / "work"))

    def words(self, command):
        parts, words = command.split(), []
        places = [k for k, w in enumerate(parts) if w.startswith("{") or w in FOLDERS]
        mutate_options = not places or self.random.random() < 0.25
        damaged = set() if mutate_options and self.random.random() < 0.6 else {self.random.choice(places)} if places else set()
        for k, word in enumerate(parts):
            if word.startswith("{"):
                words.append(self.file(word[1:-1], k, k in damaged))
            elif word in FOLDERS:
                words.append(self.copied(word, k in damaged))
            else:
                words.append(word)
        if mutate_options:
            for _ in range(self.random.choice([1, 1, 2])):
                name, valued = self.random.choice(self.options_of(parts[0]))
                value = self.random.choice(VALUES)
                if valued:
                    words.append(f"{name}={value}")
                else:
                    words.append(name)
        if self.random.random() < 0.5:
            words.append("--json")
        return words, mutate_options or not WORK.isdisjoint(parts)

    def round(self):
        work = self.folder / "work"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        command = self.random.choice(COMMANDS)
        words, asked = self.words(command)
        before = {p for p in work.rglob("*")}
        code, seconds, memory, out, err = self.run(words, asked)
        said = shlex.join(words)[:300]
        if seconds > self.longest[0]:
            self.longest = (seconds, said)
        if memory > self.largest[0]:
            self.largest = (memory, said)
        why = self.broken(words, code, seconds, memory, out, err, asked)
        why = why or self.left_over(work, before)
        if why:
            kept = Path(tempfile.mkdtemp(prefix="torture-", dir="."))
            shutil.copytree(work, kept / "work")
            (kept / "command").write_text(shlex.join(words) + "\n")
            (kept / "said").write_bytes(out[-20_000:] + b"\n---\n" + err[-20_000:])
            self.fault(f"{why}: {said} (kept in {kept.name})")
        return command.split()[0]

    def run(self, words, asked):
        def limits():
            resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 2))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))

        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            began = time.monotonic()
            child = subprocess.Popen([self.binary, *words], cwd=self.folder / "work", stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                     preexec_fn=limits)
            code = None
            interrupted = None
            while True:
                pid, status, usage = os.wait4(child.pid, os.WNOHANG)
                if pid:
                    code = os.waitstatus_to_exitcode(status)
                    child.returncode = code
                    break
                now = time.monotonic() - began
                if asked and interrupted is None and now > INTERRUPTED_AFTER:
                    interrupted = now
                    child.send_signal(signal.SIGINT)
                elif now > (interrupted + INTERRUPT_SECONDS if interrupted else 600):
                    child.kill()
                time.sleep(0.002 if now < 0.3 else 0.02)
            out.seek(0), err.seek(0)
            return code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss, out.read(), err.read()

    def broken(self, words, code, seconds, memory, out, err, asked):
        if b"internal error" in err or b"panicked" in err:
            return f"panic: {err[-300:]!r}"
        if code not in (0, 1, 2, 130):
            return f"exit code {code} after {seconds:.1f} s and {memory >> 10} MB: {err[-300:]!r}"
        if memory > MEMORY_KB and not asked:
            return f"{memory >> 10} MB"
        if code == 2 and b"hint: " not in err and b"--help" not in err and b"tip: " not in err:
            return f"no hint: {err[-300:]!r}"
        if "--json" in words:
            if out.strip():
                try:
                    json.loads(out, parse_constant=lambda name: 1 / 0)
                except (ValueError, ZeroDivisionError, RecursionError) as e:
                    if code != 130:
                        return f"--json printed something else: {e}"
            elif code == 0 and "--help" not in words:
                return "exit code 0 without a document"
        return None

    def left_over(self, work, before):
        for path in work.rglob("*"):
            if path in before or not path.is_file():
                continue
            # Locks stay, and a ledger to which nothing was added is empty.
            if path.suffix == ".lock" or path.suffix == ".jsonl" and path.stat().st_size == 0:
                continue
            if path.name.startswith(".") or path.suffix in (".part", ".tmp"):
                return f"{path.name} was left"
            if not whole(path):
                return f"{path.name} is not whole ({path.stat().st_size} bytes)"
        return None

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def whole(path):
    """Whether a file under its final name is complete."""
    data = path.read_bytes()
    if not data:
        return False
    if path.suffix == ".json":
        try:
            json.loads(data)
        except ValueError:
            return False
    if path.suffix in (".csv", ".toml"):
        return data.endswith(b"\n")
    if path.suffix in (".html", ".svg", ".urdf"):
        return data.rstrip().endswith((b"</html>", b"</svg>", b"</robot>"))
    return True
