// Names that requests can use: methods, controllers, sensor effects, friction laws. Loaded once.
import { signal } from "@preact/signals";
import { get } from "../api/client";
import type { Catalogue } from "../contract";
import { attempt } from "./errors";

/** The catalogue. */
export const catalogue = signal<Catalogue | null>(null);

/** Loads the catalogue. */
export async function loadCatalogue(): Promise<void> {
  catalogue.value ??= await attempt(() => get<Catalogue>("/catalogue"));
}
