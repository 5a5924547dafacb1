// Name, mass, centre of gravity and inertia of a link: by hand, of a rod, or of its shape. A blank field means the default, shown
// as placeholder.
import { useState } from "preact/hooks";
import { NumberField } from "../../controls/NumberField";
import { TextField } from "../../controls/TextField";
import type { LinkPatch, LinkView } from "../../contract";
import { formatNumber, withoutRoundingError } from "../../robot/format";
import { lengths } from "../../robot/units";
import { changeModel } from "../../state/project";
import { reach, selectedLink } from "../../state/scene";
import { inertiaUnitFor } from "./inertiaUnit";
import { RodForm } from "./RodForm";
import { SolidForm } from "./SolidForm";

/** Index of each component in the contract (order xx, xy, yy, xz, yz, zz). */
const TENSOR: [string, number][] = [
  ["Ixx", 0],
  ["Iyy", 2],
  ["Izz", 5],
  ["Ixy", 1],
  ["Ixz", 3],
  ["Iyz", 4],
];

/** The form. */
export function LinkForm({ link }: { link: LinkView }) {
  const [by, setBy] = useState<"rod" | "shape" | null>(null);
  const toggle = (how: "rod" | "shape") => setBy(by === how ? null : how);
  const length = lengths();
  const largest = Math.max(...link.inertia.value.map(Math.abs));
  const radius = Math.max(0, ...link.gyration);
  const change = (label: string, patch: LinkPatch) => changeModel({ label, links: { [link.name]: patch } });
  const setInertia = (values: number[] | null, label: string) =>
    change(label, { inertia: values as [number, number, number, number, number, number] | null });
  const suspected = link.mass.value > 0 && radius > reach.value ? inertiaUnitFor(radius, reach.value) : null;
  return (
    <section class="panel" aria-labelledby="link-title">
      <header>
        <h2 id="link-title">Link {link.name}</h2>
        {[link.mass, link.centre, link.inertia].some((field) => field.is_default) && (
          <span class="badge" title={link.defaults.why}>
            grey: default value
          </span>
        )}
      </header>
      <div class="two">
        <TextField
          id="link-name"
          label="Name"
          value={link.name}
          onChange={(rename) => {
            selectedLink.value = rename.trim();
            return change(`Rename ${link.name}`, { rename }).then((saved) => {
              if (!saved) selectedLink.value = link.name;
              return saved;
            });
          }}
        />
        <NumberField
          id="mass"
          label="Mass"
          unit="kg"
          blank
          min={0}
          value={link.mass.is_default ? null : link.mass.value}
          placeholder={formatNumber(link.mass.value, 6)}
          onChange={(mass) =>
            change(mass === null ? `Reset the mass of ${link.name}` : `Set the mass of ${link.name}`, { mass })
          }
        />
      </div>
      <fieldset>
        <legend>Centre of gravity in the link frame ({length.unit})</legend>
        <div class="three">
          {["x", "y", "z"].map((axis, k) => (
            <NumberField
              key={axis}
              id={`centre-${axis}`}
              label={axis}
              blank
              value={link.centre.is_default ? null : (link.centre.value[k] ?? 0) * length.factor}
              placeholder={formatNumber((link.centre.value[k] ?? 0) * length.factor, 5)}
              onChange={(value) => {
                const centre = [...link.centre.value] as [number, number, number];
                centre[k] = (value ?? 0) / length.factor;
                return change(`Set the centre of gravity of ${link.name}`, { centre });
              }}
            />
          ))}
        </div>
        {!link.centre.is_default && (
          <button
            class="quiet small"
            onClick={() => void change(`Reset the centre of gravity of ${link.name}`, { centre: null })}
          >
            Reset to default
          </button>
        )}
      </fieldset>
      <fieldset>
        <legend>Inertia about the centre of gravity (kg m²)</legend>
        <div class="three">
          {TENSOR.map(([name, k]) => (
            <NumberField
              key={name}
              id={`inertia-${name}`}
              label={name}
              blank
              value={link.inertia.is_default ? null : withoutRoundingError(link.inertia.value[k] ?? 0, largest)}
              placeholder={formatNumber(withoutRoundingError(link.inertia.value[k] ?? 0, largest), 4)}
              onChange={(value) => {
                const inertia: number[] = [...link.inertia.value];
                inertia[k] = value ?? 0;
                return setInertia(inertia, `Set ${name} of ${link.name}`);
              }}
            />
          ))}
        </div>
        <div class="row">
          {!link.inertia.is_default && (
            <button
              class="quiet small"
              id="reset-inertia"
              onClick={() => void setInertia(null, `Reset the inertia of ${link.name}`)}
            >
              Reset to default
            </button>
          )}
          <button class="quiet small" id="rod" aria-expanded={by === "rod"} onClick={() => toggle("rod")}>
            As a rod…
          </button>
          <button class="quiet small" id="solid" aria-expanded={by === "shape"} onClick={() => toggle("shape")}>
            From its shape…
          </button>
          {link.gyration.length > 0 && (
            <span class="muted small">
              Largest radius of gyration {formatNumber(radius * length.factor, 3)} {length.unit}
            </span>
          )}
        </div>
        {by === "rod" && <RodForm link={link} close={() => setBy(null)} />}
        {by === "shape" && <SolidForm link={link} close={() => setBy(null)} />}
        {suspected && (
          <div class="message bad" id="gyration-warning" role="alert">
            <p>
              <strong>✕ Implausible inertia.</strong> With a mass of {formatNumber(link.mass.value, 4)} kg it means a
              radius of gyration of {formatNumber(radius, 3)} m, larger than the reach of the robot (
              {formatNumber(reach.value, 3)} m). It is plausible as numbers in {suspected.unit}: the radius would be{" "}
              {formatNumber(radius * Math.sqrt(suspected.factor) * length.factor, 3)} {length.unit}.
            </p>
            <button
              onClick={() =>
                void setInertia(
                  link.inertia.value.map((value) => value * suspected.factor),
                  `Read the inertia of ${link.name} as ${suspected.unit}`,
                )
              }
            >
              Read as {suspected.unit} (× {suspected.factor})
            </button>
          </div>
        )}
      </fieldset>
      <p class="muted small">Default values: {link.defaults.why}</p>
    </section>
  );
}
