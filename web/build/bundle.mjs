// Bundles the page into web/dist: app.js, app.css, index.html and the licences of the packages.
// The file names are fixed, so that the server can embed them; versions are distinguished by ETag.
import { build, context } from "esbuild";
import { copyFile, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { licencesOf } from "./licences.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");
const LIMIT_KB = 300;

const options = {
  entryPoints: { app: join(root, "src/main.tsx") },
  outdir: dist,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  metafile: true,
  logLevel: "info",
  sourcemap: false,
  absWorkingDir: root,
};

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
for (const name of ["index.html", "icon.svg"]) await copyFile(join(root, "src", name), join(dist, name));

if (process.argv.includes("--watch")) {
  const watcher = await context({ ...options, minify: false, sourcemap: "inline" });
  await watcher.watch();
} else {
  const result = await build(options);
  await writeFile(join(dist, "THIRD-PARTY-LICENCES.txt"), await licencesOf(result.metafile, root));
  // Served to browsers that accept it, which is all of them.
  for (const name of ["app.js", "app.css"])
    await writeFile(join(dist, `${name}.gz`), gzipSync(await readFile(join(dist, name)), { level: 9 }));
  const script = (await stat(join(dist, "app.js.gz"))).size / 1024;
  console.log(`app.js is ${script.toFixed(1)} KB gzipped (limit ${LIMIT_KB} KB)`);
  if (script > LIMIT_KB) {
    console.error("the initial script is too large: load rarely used modules with import()");
    process.exit(1);
  }
}
