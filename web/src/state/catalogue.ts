// Every name that requests may hold: methods, controllers, effects. Fetched once.
import { signal } from "@preact/signals";
import { get } from "../api/client";
import type { Catalogue } from "../contract";
import { attempt } from "./report";

/** What can be chosen. */
export const catalogue = signal<Catalogue | null>(null);

/** Fetches it. */
export async function loadCatalogue(): Promise<void> {
  catalogue.value ??= await attempt(() => get<Catalogue>("/catalogue"));
}
