// A robot, a log, a mesh or a motion may be dropped anywhere on the page.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { importFiles } from "../state/import";

const over = signal(false);

/** Listens to the whole page; shows where things would go while something is held over it. */
export function DropAnywhere() {
  useEffect(() => {
    let depth = 0;
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const enter = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      depth += 1;
      over.value = true;
    };
    const leave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) over.value = false;
    };
    const hold = (event: DragEvent) => holdsFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      depth = 0;
      over.value = false;
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      void importFiles(files);
    };
    const pairs: [keyof DocumentEventMap, (event: DragEvent) => void][] = [
      ["dragenter", enter],
      ["dragleave", leave],
      ["dragover", hold],
      ["drop", drop],
    ];
    for (const [name, listener] of pairs) document.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of pairs) document.removeEventListener(name, listener as EventListener);
    };
  }, []);
  return over.value ? <div class="drop-veil">Drop a robot (URDF, TOML), a log (CSV, …), a mesh or a motion</div> : null;
}
