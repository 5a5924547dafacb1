// Accepts files (robot, log, mesh, motion) dropped anywhere on the page.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { droppedFolders } from "../state/folder";
import { importFiles, importFolder } from "../state/import";

const over = signal(false);

/** Handles drops on the whole document; shows an overlay while files are dragged over it. */
export function DropAnywhere() {
  useEffect(() => {
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      over.value = true;
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) over.value = false;
    };
    const allowDrop = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      depth = 0;
      over.value = false;
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      const folders = event.dataTransfer ? droppedFolders(event.dataTransfer) : null;
      if (folders !== null) void folders.then(importFolder);
      else void importFiles(files);
    };
    const pairs: [keyof DocumentEventMap, (event: DragEvent) => void][] = [
      ["dragenter", enter],
      ["dragleave", leave],
      ["dragover", allowDrop],
      ["drop", drop],
    ];
    for (const [name, listener] of pairs) document.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of pairs) document.removeEventListener(name, listener as EventListener);
    };
  }, []);
  return over.value ? (
    <div class="drop-overlay">
      Drop a robot (URDF, xacro, SDF, MJCF, TOML, or its folder), a log (CSV, …), a mesh or a motion (TOML)
    </div>
  ) : null;
}
