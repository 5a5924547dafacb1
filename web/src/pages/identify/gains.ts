// Drive gains as typed.
import { parseNumber } from "../../robot/format";

/** The gains as numbers, `null` for one that is not known (?); `null` if there are none, an error text if they are not
 *  numbers. */
export function parseGains(text: string): (number | null)[] | string | null {
  const parts = text.split(/[,; ]+/).filter((part) => part !== "");
  if (parts.length === 0) return null;
  const numbers = parts.map((part) => (part === "?" ? null : parseNumber(part)));
  const wrong = parts.find((part, k) => part !== "?" && numbers[k] === null);
  return wrong === undefined ? numbers : `“${wrong}” is not a number.`;
}
