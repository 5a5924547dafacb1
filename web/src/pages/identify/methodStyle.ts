// Consistent style of a method in all plots of a run: by its position among the requested methods.
import { runViews } from "../../state/runs";
import { identifyResult } from "./result";

/** Style index of a method. */
export function styleOfMethod(run: number, method: string): number {
  const view = runViews.value.get(run);
  const requested = view?.request.kind === "identify" ? (view.request.options.methods ?? []) : [];
  const position = requested.indexOf(method);
  if (position >= 0) return position;
  return Math.max(0, identifyResult(view?.result)?.methods.findIndex((entry) => entry.method === method) ?? 0);
}
