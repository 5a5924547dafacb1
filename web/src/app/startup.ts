// Startup: event stream, catalogue, and the project named in the URL.
import { effect } from "@preact/signals";
import { connection, get } from "../api/client";
import { openEventStream } from "../api/events";
import type { Health } from "../contract";
import { loadCatalogue } from "../state/catalogue";
import { openFromAddress, opening, project } from "../state/project";
import "../state/model";
import "../state/runs";
import { attempt } from "../state/errors";
import { go, page, route } from "./navigation";
import { installShortcuts } from "./shortcuts";

/** Starts the page. */
export async function start(): Promise<void> {
  installShortcuts();
  openEventStream();
  const health = await attempt(() => get<Health>("/health"));
  await loadCatalogue();
  const named = route.peek().parameters["project"] !== undefined;
  await openFromAddress(health?.open ?? null);
  // A project given on the command line opens on the Motion page.
  if (!named && project.peek() !== null && page.peek() === "start") go("motion");
  let previous = connection.peek();
  effect(() => {
    const now = connection.value;
    if (previous === "lost" && now === "ok") {
      void loadCatalogue();
      if (project.peek() === null) void openFromAddress(null);
    }
    previous = now;
  });
  // The back button or a pasted link may lead to another project.
  effect(() => {
    const wanted = route.value.parameters["project"];
    if (wanted && !opening.peek() && project.peek()?.id !== wanted) void openFromAddress(null);
  });
}
