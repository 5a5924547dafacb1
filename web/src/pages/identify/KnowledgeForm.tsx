// What is known beforehand: mounting, prior, bounds, true values.
import { useEffect } from "preact/hooks";
import { TextField } from "../../controls/TextField";
import { Select } from "../../controls/Select";
import { signal } from "@preact/signals";
import { get } from "../../api/client";
import { attempt } from "../../state/errors";
import type { RobotCard } from "../../contract";
import { bounds, mount, prior, truth } from "./options";

const MOUNTS = [
  { name: "", title: "as described", summary: "" },
  { name: "table", title: "on a table", summary: "" },
  { name: "wall", title: "on a wall", summary: "" },
  { name: "ceiling", title: "on a ceiling", summary: "" },
];
const PRIORS = [
  { name: "", title: "none", summary: "The log alone decides." },
  { name: "log-det", summary: "Keeps near the description, by log-det divergence." },
  { name: "euclidean", summary: "Keeps near the description, by squared differences." },
  { name: "pullback", summary: "Keeps near the description, in the geometry of inertias." },
];
const robots = signal<string[]>([]);

/** Lines of a text, without blank ones. */
function lines(text: string): string[] {
  return text
    .split(/[\n;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The form, folded. */
export function KnowledgeForm() {
  useEffect(() => {
    if (robots.peek().length === 0)
      void attempt(() => get<RobotCard[]>("/robots")).then((found) => {
        robots.value = found?.map((card) => card.name) ?? [];
      });
  }, []);
  const [kind = "", weight = ""] = prior.value.split(":");
  return (
    <details id="knowledge">
      <summary>Mounting, true values, prior, bounds</summary>
      <div class="stack">
        <div class="two">
          <Select
            label="The robot is mounted"
            value={mount.value}
            choices={
              MOUNTS.some((choice) => choice.name === mount.value)
                ? MOUNTS
                : [...MOUNTS, { name: mount.value, summary: "" }]
            }
            explain={false}
            onChange={(name) => (mount.value = name)}
          />
          <Select
            label="True values (to compare with)"
            value={truth.value}
            choices={[
              { name: "", title: "not known", summary: "" },
              ...robots.value.map((name) => ({ name, summary: "" })),
            ]}
            explain={false}
            onChange={(name) => (truth.value = name)}
          />
          <Select
            label="Prior"
            value={kind}
            choices={PRIORS}
            explain={false}
            onChange={(name) => (prior.value = name === "" ? "" : `${name}:${weight || "1"}`)}
          />
          {kind !== "" && (
            <TextField
              label="Weight of the prior"
              value={weight || "1"}
              onChange={(text) => void (prior.value = `${kind}:${text}`)}
            />
          )}
        </div>
        <label class="field">
          <span>Bounds, one a line: link3.mass=1.5..2.5 or link3.centre=-0.1..0.1,0..0.2,..0.05</span>
          <textarea
            id="bounds"
            rows={2}
            spellcheck={false}
            value={bounds.value.join("\n")}
            onChange={(event) => (bounds.value = lines(event.currentTarget.value))}
          />
        </label>
      </div>
    </details>
  );
}
