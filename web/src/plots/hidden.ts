// Lines hidden in all linked plots; stored in the URL.
import { computed } from "@preact/signals";
import { route, updateView } from "../app/navigation";

/** Labels of hidden lines. */
export const hiddenLines = computed<ReadonlySet<string>>(
  () => new Set((route.value.parameters["hide"] ?? "").split("|").filter((label) => label !== "")),
);

/** Sets the hidden lines. */
export function hideLines(labels: ReadonlySet<string>): void {
  updateView({ hide: labels.size === 0 ? null : [...labels].join("|") });
}
