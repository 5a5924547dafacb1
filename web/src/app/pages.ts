// The pages in navigation order: name in the URL, title, and icon (SVG path, 24 × 24). Their components are in App.tsx.

/** Title and icon of each page. */
export const PAGES = {
  start: { title: "Start", icon: "M4 11l8-7 8 7v9h-5v-6h-6v6H4z" },
  model: { title: "Model", icon: "M6 20h8M10 20v-6l5-6 5 3M10 14a2 2 0 1 0 0-.01M15 8a2 2 0 1 0 0-.01" },
  motion: { title: "Motion", icon: "M3 18c4 0 4-12 9-12s5 12 9 12M3 21h18" },
  kinematics: {
    title: "Kinematics",
    icon: "M12 3v6M12 15v6M3 12h6M15 12h6M12 12h.01M9 12a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
  },
  simulate: { title: "Simulate", icon: "M5 4l14 8-14 8z" },
  identify: { title: "Identify", icon: "M5 8h14l-2 12H7zM9 8a3 3 0 0 1 6 0M12 12v3" },
  validate: { title: "Validate", icon: "M4 12l5 5L20 6" },
  campaign: { title: "Campaign", icon: "M6 4v16M4 8h4v7H4zM13 2v18M11 6h4v6h-4zM20 6v15M18 11h4v6h-4z" },
  report: { title: "Report", icon: "M6 3h9l4 4v14H6zM9 11h7M9 15h7M14 3v5h5" },
} as const;

/** A page. */
export type Page = keyof typeof PAGES;

/** All pages, in navigation order. */
export const PAGE_NAMES = Object.keys(PAGES) as Page[];

/** Whether a name is that of a page. */
export function isPage(name: string): name is Page {
  return Object.hasOwn(PAGES, name);
}
