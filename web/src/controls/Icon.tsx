// Line icons as inline SVG paths. Decorative: the text label is beside them.
const PATHS: Record<string, string> = {
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2",
  redo: "M15 7l5 5-5 5M20 12H10a5 5 0 0 0 0 10h2",
  search: "M10 4a6 6 0 1 0 0 12 6 6 0 1 0 0-12M15 15l5 5",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 1 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5",
  moon: "M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10z",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18h.01M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20",
  play: "M7 4l13 8-13 8z",
  pause: "M8 4v16M16 4v16",
  first: "M6 5v14M19 5L9 12l10 7z",
  last: "M18 5v14M5 5l10 7-10 7z",
  back: "M16 5L6 12l10 7z",
  forward: "M8 5l10 7-10 7z",
  loop: "M4 12a6 6 0 0 1 6-6h8l-3-3M20 12a6 6 0 0 1-6 6H6l3 3",
  download: "M12 4v11M7 11l5 5 5-5M4 20h16",
  video: "M4 6h11v12H4zM15 10l5-3v10l-5-3",
  table: "M4 5h16v14H4zM4 10h16M4 15h16M10 5v14",
  close: "M6 6l12 12M18 6L6 18",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  frame: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
};

/** An icon by name, or by SVG path. */
export function Icon({ name, path }: { name?: string; path?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d={path ?? PATHS[name ?? ""] ?? ""} />
    </svg>
  );
}
