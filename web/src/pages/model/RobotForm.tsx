// Name, gravity and tool of the robot.
import { useState } from "preact/hooks";
import { TextField } from "../../controls/TextField";
import { type Triple, VectorField } from "../../controls/VectorField";
import type { Model } from "../../contract";
import { angles, lengths } from "../../robot/units";
import { drivenCoordinates } from "../../state/jog";
import { changeModel } from "../../state/project";
import { framePatch } from "./structure";

const G = 9.80665;
const MOUNTINGS: [string, Triple][] = [
  ["Table", [0, 0, -G]],
  ["Wall", [G, 0, 0]],
  ["Ceiling", [0, 0, G]],
  ["None", [0, 0, 0]],
];

/** The form. */
export function RobotForm({ model }: { model: Model }) {
  // Open for a robot that is begun.
  const [first] = useState(model.links.length === 1);
  const tool = framePatch(model, model.tool);
  const setTool = (label: string, next: Partial<typeof tool>) => changeModel({ label, tool: { ...tool, ...next } });
  const mounted = MOUNTINGS.find(([, vector]) =>
    vector.every((value, k) => Math.abs(value - (model.gravity[k] ?? 0)) < 1e-9),
  );
  return (
    <details class="panel" id="robot-form" open={first}>
      <summary>
        <h2 class="inline">Robot {model.name}: gravity, tool, home</h2>
      </summary>
      <div class="stack">
        <TextField
          id="robot-name"
          label="Name"
          value={model.name}
          onChange={(robot_name) => changeModel({ label: "Rename the robot", robot_name })}
        />
        <div class="row" role="group" aria-label="Mounting">
          <span>Mounted on</span>
          {MOUNTINGS.map(([name, gravity]) => (
            <button
              key={name}
              class="small"
              aria-pressed={mounted?.[0] === name}
              onClick={() => void changeModel({ label: `Mount: ${name.toLowerCase()}`, gravity })}
            >
              {name}
            </button>
          ))}
        </div>
        <VectorField
          id="gravity"
          legend="Gravity in the base frame (m/s²)"
          value={model.gravity}
          onChange={(gravity) => changeModel({ label: "Set gravity", gravity })}
        />
        <label class="field" for="tool-link">
          <span>The tool ({model.tool.name}) is on</span>
          <select
            id="tool-link"
            value={tool.link}
            onChange={(event) => void setTool("Move the tool to another link", { link: event.currentTarget.value })}
          >
            {[model.base, ...model.links.map((link) => link.name)].map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <VectorField
          id="tool"
          legend="Tool in the link's frame"
          value={tool.xyz}
          unit={lengths()}
          onChange={(xyz) => setTool("Move the tool", { xyz })}
        />
        <VectorField
          id="tool-rpy"
          legend="Orientation of the tool"
          names={["roll", "pitch", "yaw"]}
          value={tool.rpy}
          unit={angles()}
          onChange={(rpy) => setTool("Turn the tool", { rpy })}
        />
        <div class="row">
          <button
            class="small"
            id="home-here"
            onClick={() => {
              const q = drivenCoordinates();
              const joints = Object.fromEntries(
                model.driven.map((index, k) => [model.joints[index]?.name ?? "", { home: q[k] ?? 0 }]),
              );
              void changeModel({ label: "Set the home pose", joints });
            }}
          >
            Use the displayed pose as home
          </button>
        </div>
      </div>
    </details>
  );
}
