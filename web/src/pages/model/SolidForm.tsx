// Inertials of a link as a solid body in the shape of its meshes and primitives.
import { useState } from "preact/hooks";
import { get, queryString } from "../../api/client";
import { NumberField } from "../../controls/NumberField";
import type { LinkView, SolidInertia } from "../../contract";
import { formatNumber } from "../../robot/format";
import { lengths } from "../../robot/units";
import { attempt } from "../../state/errors";
import { changeModel, projectPath } from "../../state/project";

/** The form: the body is computed first, and applied by its button. */
export function SolidForm({ link, close }: { link: LinkView; close: () => void }) {
  const [density, setDensity] = useState(2700);
  const [found, setFound] = useState<SolidInertia | null>(null);
  const length = lengths();
  const compute = async () =>
    setFound(await attempt(() => get<SolidInertia>(projectPath(`/solid${queryString({ link: link.name, density })}`))));
  return (
    <div class="stack" id="solid-form">
      <NumberField
        id="solid-density"
        label="Density"
        unit="kg/m³"
        value={density}
        min={0}
        onChange={(value) => {
          setDensity(value ?? 2700);
          setFound(null);
        }}
      />
      <div class="row">
        <button class="small" id="solid-compute" onClick={() => void compute()}>
          Compute from the shape
        </button>
        {found && (
          <button
            class="small primary"
            id="solid-apply"
            onClick={() =>
              void changeModel({
                label: `Inertials of ${link.name} from its shape`,
                links: { [link.name]: { mass: found.mass, centre: found.centre, inertia: found.inertia } },
              }).then((saved) => saved && close())
            }
          >
            Use these inertials
          </button>
        )}
      </div>
      {found && (
        <p class="muted small" id="solid-result">
          Volume {formatNumber(found.volume * 1e6, 4)} cm³, mass {formatNumber(found.mass, 4)} kg, centre{" "}
          {found.centre.map((value) => formatNumber(value * length.factor, 4)).join(", ")} {length.unit}, Ixx{" "}
          {formatNumber(found.inertia[0], 3)}, Iyy {formatNumber(found.inertia[2], 3)}, Izz{" "}
          {formatNumber(found.inertia[5], 3)} kg m².
        </p>
      )}
    </div>
  );
}
