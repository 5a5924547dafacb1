// Motors that turn with two joints, as in wrists whose motors sit behind another joint.
import { useState } from "preact/hooks";
import { NumberField } from "../../controls/NumberField";
import { Select } from "../../controls/Select";
import type { CouplingEntry, Model } from "../../contract";
import { shownUnit } from "../../robot/units";
import { changeModel } from "../../state/project";

const SEEN = [
  { name: "sum", title: "the sum of both speeds", summary: "" },
  { name: "difference", title: "the difference of both speeds", summary: "" },
];

/** The form. */
export function CouplingsForm({ model }: { model: Model }) {
  const { couplings } = model;
  const [first] = useState(couplings.length > 0);
  const driven = model.driven.map((index) => model.joints[index]?.name ?? "");
  const names = driven.map((name) => ({ name, summary: "" }));
  const title = ({ joints }: CouplingEntry) => `${joints[0]} and ${joints[1]}`;
  const save = (label: string, next: CouplingEntry[]) => changeModel({ label, couplings: next });
  const change = (k: number, part: Partial<CouplingEntry>) =>
    save(
      "Change a coupling",
      couplings.map((coupling, i) => (i === k ? { ...coupling, ...part } : coupling)),
    );
  const add = () => {
    const [a = "", b = ""] = driven.slice(-2);
    const entry = { joints: [a, b], opposed: false, inertia: 0, viscous: 0, coulomb: 0, width: 0.01 };
    void save(`Couple ${a} and ${b}`, [...couplings, entry as CouplingEntry]);
  };
  const speed = shownUnit("rad/s");
  return (
    <details class="panel" open={first} id="couplings">
      <summary>
        <h2 class="inline">Coupled motors ({couplings.length})</h2>
      </summary>
      <div class="stack">
        {couplings.map((coupling, k) => (
          <fieldset key={k} data-coupling={k}>
            <legend>{title(coupling)}</legend>
            <div class="two">
              {coupling.joints.map((name, end) => (
                <Select
                  key={end}
                  id={`coupling-${k}-joint-${end}`}
                  label={end === 0 ? "A motor turns with" : "and with"}
                  value={name}
                  choices={names}
                  onChange={(chosen) =>
                    void change(k, { joints: end === 0 ? [chosen, coupling.joints[1]] : [coupling.joints[0], chosen] })
                  }
                />
              ))}
            </div>
            <Select
              id={`coupling-${k}-seen`}
              label="It sees"
              value={coupling.opposed ? "difference" : "sum"}
              choices={SEEN}
              onChange={(seen) => void change(k, { opposed: seen === "difference" })}
            />
            <div class="two">
              <NumberField
                id={`coupling-${k}-inertia`}
                label="Inertia"
                unit="kg m²"
                value={coupling.inertia}
                onChange={(inertia) => change(k, { inertia: inertia ?? 0 })}
              />
              <NumberField
                id={`coupling-${k}-viscous`}
                label="Viscous friction"
                unit="N m s/rad"
                value={coupling.viscous}
                onChange={(viscous) => change(k, { viscous: viscous ?? 0 })}
              />
              <NumberField
                id={`coupling-${k}-coulomb`}
                label="Coulomb friction"
                unit="N m"
                min={0}
                value={coupling.coulomb}
                onChange={(coulomb) => change(k, { coulomb: coulomb ?? 0 })}
              />
              <NumberField
                id={`coupling-${k}-width`}
                label="Rounded off over"
                unit={speed.unit}
                min={0}
                value={coupling.width * speed.factor}
                onChange={(width) => change(k, { width: (width ?? 0) / speed.factor })}
              />
            </div>
            <div class="row">
              <button
                class="quiet small"
                aria-label={`Remove the coupling of ${title(coupling)}`}
                onClick={() =>
                  void save(
                    `Remove the coupling of ${title(coupling)}`,
                    couplings.filter((_, i) => i !== k),
                  )
                }
              >
                Remove
              </button>
            </div>
          </fieldset>
        ))}
        <div class="row">
          <button class="small" id="add-coupling" disabled={driven.length < 2} onClick={add}>
            Couple two joints
          </button>
          <span class="muted small">
            {driven.length < 2
              ? "needs two driven joints"
              : "the motor's inertia and friction act on each joint by the motion of the other; TOML only, URDF cannot state it"}
          </span>
        </div>
      </div>
    </details>
  );
}
