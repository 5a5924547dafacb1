// Drive gains as typed.
import { parseNumber } from "../../robot/format";

/** The gains as numbers; `null` if there are none, an error text if they are not numbers. */
export function parseGains(text: string): number[] | string | null {
  const parts = text.split(/[,; ]+/).filter((part) => part !== "");
  if (parts.length === 0) return null;
  const numbers = parts.map(parseNumber);
  const wrong = parts.find((_, k) => numbers[k] === null);
  return wrong === undefined ? (numbers as number[]) : `“${wrong}” is not a number.`;
}
