// Lines that are hidden in all plots of the motion: a part of the address, so that a link shows the same.
import { computed } from "@preact/signals";
import { route, updateView } from "../app/navigation";

/** Labels of hidden lines. */
export const hiddenLines = computed<ReadonlySet<string>>(
  () => new Set((route.value.parameters["hide"] ?? "").split("|").filter((label) => label !== "")),
);

/** Hides these lines and no others. */
export function hideLines(labels: ReadonlySet<string>): void {
  updateView({ hide: labels.size === 0 ? null : [...labels].join("|") });
}
