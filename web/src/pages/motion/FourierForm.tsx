// A finite Fourier series: amplitudes of every joint.
import { NumberField } from "../../controls/NumberField";
import { displayUnit } from "../../robot/units";
import { drivenJoints } from "./motion";
import type { FourierProgram } from "./programs";
import { saveProgram } from "./state";

/** The form. */
export function FourierForm({ program }: { program: FourierProgram }) {
  const joints = drivenJoints();
  const save = (part: Partial<FourierProgram>) => saveProgram({ ...program, ...part }, "Change the Fourier series");
  const harmonics = program.sine[0]?.length ?? 1;
  const resized = (table: number[][], count: number) =>
    table.map((row) => Array.from({ length: count }, (_, k) => row[k] ?? 0));
  const cell = (key: "sine" | "cosine", j: number, k: number, value: number) =>
    save({
      [key]: program[key].map((row, i) => (i === j ? row.map((old, n) => (n === k ? value : old)) : row)),
    });
  return (
    <section class="panel" aria-labelledby="fourier-title">
      <h2 id="fourier-title">Fourier series</h2>
      <p class="muted small">q = offset + Σ A sin(kωt) + B cos(kωt)</p>
      <div class="three">
        <NumberField
          id="fourier-frequency"
          label="Base frequency"
          unit="Hz"
          min={0.001}
          max={20}
          value={program.frequency}
          onChange={(frequency) => save({ frequency: frequency ?? 0.2 })}
        />
        <NumberField
          id="fourier-periods"
          label="Periods"
          min={0.1}
          max={100}
          value={program.periods}
          onChange={(periods) => save({ periods: periods ?? 1 })}
        />
        <NumberField
          id="fourier-harmonics"
          label="Harmonics"
          min={1}
          max={20}
          value={harmonics}
          onChange={(count) => {
            const number = Math.round(count ?? 1);
            return save({ sine: resized(program.sine, number), cosine: resized(program.cosine, number) });
          }}
        />
      </div>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Amplitudes">
        <table>
          <thead>
            <tr>
              <th scope="col">Joint</th>
              <th scope="col">Offset</th>
              {Array.from({ length: harmonics }, (_, k) => [
                <th key={`a${k}`} scope="col">
                  A{k + 1}
                </th>,
                <th key={`b${k}`} scope="col">
                  B{k + 1}
                </th>,
              ])}
            </tr>
          </thead>
          <tbody>
            {joints.map((joint, j) => {
              const display = displayUnit(joint.kind);
              return (
                <tr key={joint.name}>
                  <th scope="row">
                    {joint.name} ({display.unit})
                  </th>
                  <td>
                    <NumberField
                      hideLabel
                      label={`Offset of ${joint.name}`}
                      value={(program.offset[j] ?? 0) * display.factor}
                      onChange={(value) =>
                        save({
                          offset: program.offset.map((old, i) => (i === j ? (value ?? 0) / display.factor : old)),
                        })
                      }
                    />
                  </td>
                  {Array.from({ length: harmonics }, (_, k) =>
                    (["sine", "cosine"] as const).map((key) => (
                      <td key={`${key}${k}`}>
                        <NumberField
                          hideLabel
                          label={`${key} ${k + 1} of ${joint.name}`}
                          value={(program[key][j]?.[k] ?? 0) * display.factor}
                          onChange={(value) => cell(key, j, k, (value ?? 0) / display.factor)}
                        />
                      </td>
                    )),
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
