// Saves a file through the browser.

/** Downloads `content` as `name`. */
export function download(name: string, content: Blob | string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** File name derived from a title: letters, digits and dashes. */
export function fileName(title: string, ending: string): string {
  const stem = title
    .normalize("NFKD")
    .replace(/[^\w]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
  return `${stem === "" ? "armlab" : stem}.${ending}`;
}
