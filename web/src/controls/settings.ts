// Settings of methods as the command line has them: METHOD.SETTING=VALUE.

/** The value that a list of `METHOD.SETTING=VALUE` gives to a setting; blank if it does not. */
export function settingOf(list: readonly string[], method: string, name: string): string {
  const start = `${method}.${name}=`;
  return list.findLast((entry) => entry.startsWith(start))?.slice(start.length) ?? "";
}

/** The list with another value of a setting; without it if the value is blank. */
export function withSetting(list: readonly string[], method: string, name: string, value: string): string[] {
  const start = `${method}.${name}=`;
  const others = list.filter((entry) => !entry.startsWith(start));
  return value.trim() === "" ? others : [...others, start + value.trim()];
}
