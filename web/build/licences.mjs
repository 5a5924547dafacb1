// Collects the licences of the bundled packages, from esbuild's list of inputs.
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

/** The text of all licences, packages in alphabetical order, the same for the same bundle. */
export async function licencesOf(metafile, root) {
  const packages = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const match = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (match) packages.add(match[1]);
  }
  const parts = ["The page of armlab studio contains these packages, under their own licences."];
  for (const name of [...packages].sort()) {
    const folder = join(root, "node_modules", name);
    const { version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} ships no licence file: its terms must be known before it ships`);
    const text = await readFile(join(folder, file), "utf8");
    parts.push(`${"=".repeat(72)}\n${name} ${version} (${license})\n\n${text.trim()}`);
  }
  return parts.join("\n\n") + "\n";
}
