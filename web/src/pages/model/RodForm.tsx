// Inertials of a solid round rod from the joint to the end of the link.
import { useState } from "preact/hooks";
import { NumberField } from "../../controls/NumberField";
import type { LinkView } from "../../contract";
import { lengths } from "../../robot/units";
import { changeModel } from "../../state/project";

/** The form; the rod is applied by its button. */
export function RodForm({ link, close }: { link: LinkView; close: () => void }) {
  const [radius, setRadius] = useState(0.02);
  const [density, setDensity] = useState<number | null>(2700);
  const length = lengths();
  return (
    <div class="stack" id="rod-form">
      <div class="two">
        <NumberField
          id="rod-radius"
          label="Radius of the rod"
          unit={length.unit}
          value={radius * length.factor}
          min={0}
          onChange={(value) => setRadius((value ?? 20) / length.factor)}
        />
        <NumberField
          id="rod-density"
          label="Density"
          unit="kg/m³"
          blank
          placeholder="keep the mass"
          value={density}
          min={0}
          onChange={(value) => setDensity(value)}
        />
      </div>
      <div class="row">
        <button
          class="small"
          id="rod-apply"
          onClick={() =>
            void changeModel({
              label: `Make ${link.name} a rod`,
              links: { [link.name]: { rod: { from: [0, 0, 0], radius, ...(density === null ? {} : { density }) } } },
            }).then((saved) => saved && close())
          }
        >
          Use these inertials
        </button>
        <span class="muted small">from the joint to the end of the link; a mass is kept if the density is blank</span>
      </div>
    </div>
  );
}
