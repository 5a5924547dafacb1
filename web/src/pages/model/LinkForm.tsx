// Mass, centre of gravity and inertia of a link. A blank field means the default, shown as placeholder.
import { NumberField } from "../../controls/NumberField";
import type { LinkView } from "../../contract";
import { formatNumber, withoutRoundingError } from "../../robot/format";
import { changeModel } from "../../state/project";
import { reach } from "../../state/scene";

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
  const largest = Math.max(...link.inertia.value.map(Math.abs));
  const radius = Math.max(0, ...link.gyration);
  const change = (label: string, patch: Parameters<typeof changeModel>[0]["links"]) =>
    void changeModel({ label, ...(patch ? { links: patch } : {}) });
  const setInertia = (values: number[] | null, label: string) =>
    change(label, { [link.name]: { inertia: values as [number, number, number, number, number, number] | null } });
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
      <NumberField
        id="mass"
        label="Mass"
        unit="kg"
        blank
        min={0}
        value={link.mass.is_default ? null : link.mass.value}
        placeholder={formatNumber(link.defaults.mass, 6)}
        onChange={(mass) =>
          change(mass === null ? `Reset the mass of ${link.name}` : `Set the mass of ${link.name}`, {
            [link.name]: { mass },
          })
        }
      />
      <fieldset>
        <legend>Centre of gravity in the link frame (mm)</legend>
        <div class="three">
          {["x", "y", "z"].map((axis, k) => (
            <NumberField
              key={axis}
              id={`centre-${axis}`}
              label={axis}
              blank
              value={link.centre.is_default ? null : (link.centre.value[k] ?? 0) * 1000}
              placeholder={formatNumber((link.defaults.centre[k] ?? 0) * 1000, 5)}
              onChange={(value) => {
                const centre = [...link.centre.value] as [number, number, number];
                centre[k] = (value ?? 0) / 1000;
                change(`Set the centre of gravity of ${link.name}`, { [link.name]: { centre } });
              }}
            />
          ))}
        </div>
        {!link.centre.is_default && (
          <button
            class="quiet small"
            onClick={() => change(`Reset the centre of gravity of ${link.name}`, { [link.name]: { centre: null } })}
          >
            Reset to default
          </button>
        )}
      </fieldset>
      <fieldset>
        <legend>Inertia about the centre of gravity (kg m²)</legend>
        <div class="three">
          {TENSOR.map(([name, k]) => (
            <NumberField
              key={name}
              id={`inertia-${name}`}
              label={name}
              blank
              value={link.inertia.is_default ? null : withoutRoundingError(link.inertia.value[k] ?? 0, largest)}
              placeholder={formatNumber(link.defaults.inertia[k] ?? 0, 4)}
              onChange={(value) => {
                const inertia: number[] = [...link.inertia.value];
                inertia[k] = value ?? 0;
                setInertia(inertia, `Set ${name} of ${link.name}`);
              }}
            />
          ))}
        </div>
        <div class="row">
          {!link.inertia.is_default && (
            <button
              class="quiet small"
              id="reset-inertia"
              onClick={() => setInertia(null, `Reset the inertia of ${link.name}`)}
            >
              Reset to default
            </button>
          )}
          {link.gyration.length > 0 && (
            <span class="muted small">Largest radius of gyration {formatNumber(radius * 1000, 3)} mm</span>
          )}
        </div>
        {link.mass.value > 0 && radius > reach.value && (
          <div class="message bad" id="gyration-warning" role="alert">
            <p>
              <strong>✕ Implausible inertia.</strong> With a mass of {formatNumber(link.mass.value, 4)} kg it means a
              radius of gyration of {formatNumber(radius, 3)} m, larger than the reach of the robot (
              {formatNumber(reach.value, 3)} m). Check the unit: kg m² is expected.
            </p>
            <button
              onClick={() =>
                setInertia(
                  link.inertia.value.map((value) => value * 1e-3),
                  `Scale the inertia of ${link.name} by 0.001`,
                )
              }
            >
              Scale by 0.001
            </button>
          </div>
        )}
      </fieldset>
      <p class="muted small">Default values: {link.defaults.why}</p>
    </section>
  );
}
