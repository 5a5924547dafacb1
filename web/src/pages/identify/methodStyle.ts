// A method looks the same in every plot of a run: by its place among the methods that were asked for.
import { runViews } from "../../state/runs";
import { identifyResult } from "./result";

/** The number of a method's style. */
export function styleOfMethod(run: number, method: string): number {
  const view = runViews.value.get(run);
  const asked = view?.request.kind === "identify" ? (view.request.options.methods ?? []) : [];
  const place = asked.indexOf(method);
  if (place >= 0) return place;
  return Math.max(0, identifyResult(view?.result)?.methods.findIndex((entry) => entry.method === method) ?? 0);
}
