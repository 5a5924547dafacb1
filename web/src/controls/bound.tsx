// Fields of forms whose values are signals: numbers, ticks, choices, lists to tick.
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Choice } from "../contract";
import { NumberField } from "./NumberField";
import { Select } from "./Select";

interface Numbered {
  label: string;
  unit?: string;
  id?: string;
  min?: number;
  max?: number;
}

/** A number; blank means `null`, which the placeholder explains. */
export function OptionalNumber({
  of,
  factor = 1,
  ...field
}: Numbered & { of: Signal<number | null>; placeholder: string; factor?: number }) {
  return (
    <NumberField
      {...field}
      blank
      value={of.value === null ? null : of.value * factor}
      onChange={(value) => (of.value = value === null ? null : value / factor)}
    />
  );
}

/** A number that must be given. */
export function RequiredNumber({ of, whole = false, ...field }: Numbered & { of: Signal<number>; whole?: boolean }) {
  return (
    <NumberField
      {...field}
      value={of.value}
      onChange={(value) => (of.value = whole ? Math.round(value ?? 0) : (value ?? 0))}
    />
  );
}

/** A tick with its text. */
export function Tick({
  checked,
  onChange,
  id,
  name,
  title,
  value,
  small,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  id?: string;
  /** For screen readers, where the text alone does not say it. */
  name?: string;
  title?: string;
  value?: string;
  small?: boolean;
  children: ComponentChildren;
}) {
  return (
    <label class={small ? "check small" : "check"} title={title}>
      <input
        type="checkbox"
        id={id}
        value={value}
        aria-label={name}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {children}
    </label>
  );
}

/** A tick of a signal. */
export function TickOf({ of, id, children }: { of: Signal<boolean>; id?: string; children: ComponentChildren }) {
  return (
    <Tick {...(id === undefined ? {} : { id })} checked={of.value} onChange={(checked) => (of.value = checked)}>
      {children}
    </Tick>
  );
}

/** A drop-down list of a signal. */
export function SelectOf({
  of,
  ...rest
}: {
  of: Signal<string>;
  label: string;
  choices: readonly (Choice & { title?: string })[];
  explain?: boolean;
  id?: string;
}) {
  return <Select {...rest} value={of.value} onChange={(name) => (of.value = name)} />;
}

/** A set with one name more, or less. */
export function toggled(set: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(name)) next.add(name);
  return next;
}

/** Names to tick. */
export function TickList({
  legend,
  of,
  names,
  said,
  empty,
}: {
  legend: string;
  of: Signal<ReadonlySet<string>>;
  names: readonly string[];
  /** What ticking a name means, before its name. */
  said: string;
  empty: string;
}) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {names.length === 0 && <p class="muted small">{empty}</p>}
      {names.map((name) => (
        <Tick
          key={name}
          name={`${said}: ${name}`}
          checked={of.value.has(name)}
          onChange={() => (of.value = toggled(of.value, name))}
        >
          {name}
        </Tick>
      ))}
    </fieldset>
  );
}
