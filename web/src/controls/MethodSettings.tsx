// Settings of a method, as the library describes them. A blank field is the default.
import { useId } from "preact/hooks";
import type { MethodCard, SettingCard } from "../contract";
import { parseNumber } from "../robot/format";
import { settingOf, withSetting } from "./settings";
import { TextField } from "./TextField";

/** A number in the form that the library reads: with a point and a plain minus sign. */
function plainNumber(text: string): string {
  const number = parseNumber(text);
  return number === null ? text : String(number);
}

function Field({
  setting,
  value,
  onChange,
}: {
  setting: SettingCard;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const words = setting.kind === "true or false" ? ["true", "false"] : setting.words;
  const name = setting.unit === "" ? setting.name : `${setting.name} (${setting.unit})`;
  if (setting.kind === "true or false" || setting.kind === "word")
    return (
      <label class="field" for={id}>
        <span>{name}</span>
        <select
          id={id}
          data-setting={setting.name}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{setting.default} (default)</option>
          {words.map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
        </select>
        <span>{setting.about}</span>
      </label>
    );
  return (
    <div data-setting={setting.name}>
      <TextField
        label={name}
        value={value}
        placeholder={setting.default}
        onChange={(text) => onChange(plainNumber(text))}
      />
      <p class="muted small">
        {setting.about} {setting.accepts === "" ? "" : `(${setting.accepts})`}
      </p>
    </div>
  );
}

/** The form of one method, folded. */
export function MethodSettings({
  method,
  list,
  onChange,
}: {
  method: MethodCard;
  list: readonly string[];
  onChange: (list: string[]) => void;
}) {
  if (method.settings.length === 0) return null;
  const changed = method.settings.filter((setting) => settingOf(list, method.name, setting.name) !== "").length;
  return (
    <details class="method-settings" data-method={method.name}>
      <summary>
        Settings of {method.name}
        {changed > 0 ? ` (${changed} changed)` : ""}
      </summary>
      <div class="two">
        {method.settings.map((setting) => (
          <Field
            key={setting.name}
            setting={setting}
            value={settingOf(list, method.name, setting.name)}
            onChange={(value) => onChange(withSetting(list, method.name, setting.name, value))}
          />
        ))}
      </div>
      {changed > 0 && (
        <button
          type="button"
          class="small quiet"
          onClick={() => onChange(list.filter((entry) => !entry.startsWith(`${method.name}.`)))}
        >
          Reset to the defaults
        </button>
      )}
    </details>
  );
}
