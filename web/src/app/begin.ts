// What happens when the page opens: events, catalogue, the project of the address.
import { effect } from "@preact/signals";
import { connection, get } from "../api/client";
import { openStream } from "../api/events";
import type { Health } from "../contract";
import { loadCatalogue } from "../state/catalogue";
import { openFromAddress, project } from "../state/project";
import "../state/model";
import "../state/runs";
import { attempt } from "../state/report";
import { go, page, route } from "./navigation";
import { installShortcuts } from "./shortcuts";

/** Starts everything. */
export async function begin(): Promise<void> {
  installShortcuts();
  openStream();
  const health = await attempt(() => get<Health>("/health"));
  await loadCatalogue();
  const named = route.peek().parameters["project"] !== undefined;
  await openFromAddress(health?.open ?? null);
  // A project named on the command line is opened where its work begins.
  if (!named && project.peek() !== null && page.peek() === "start") go("motion");
  let was = connection.peek();
  effect(() => {
    const now = connection.value;
    if (was === "lost" && now === "ok") {
      void loadCatalogue();
      if (project.peek() === null) void openFromAddress(null);
    }
    was = now;
  });
  // The back button may lead to a view of another project.
  effect(() => {
    const wanted = route.value.parameters["project"];
    if (wanted && project.peek() !== null && project.peek()?.id !== wanted) void openFromAddress(null);
  });
}
