// Several files as one: dropped folders, and a description with what it includes, are sent as a tar archive.

/** A file and its path within what was dropped. */
export interface DroppedFile {
  path: string;
  file: File;
}

const BLOCK = 512;
const encoder = new TextEncoder();

/** Header of a file (POSIX ustar); `null` if the path is too long for one. */
function header(path: string, size: number): Uint8Array<ArrayBuffer> | null {
  const bytes = encoder.encode(path);
  let cut = 0;
  if (bytes.length > 100) {
    cut = bytes.findIndex((byte, k) => byte === 47 && bytes.length - k <= 101);
    if (cut <= 0 || cut > 155) return null;
  }
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => block.set(encoder.encode(text), at);
  block.set(cut > 0 ? bytes.slice(cut + 1) : bytes, 0);
  put(100, "0000600\0");
  put(108, "0000000\0");
  put(116, "0000000\0");
  put(124, `${size.toString(8).padStart(11, "0")}\0`);
  put(136, "00000000000\0");
  put(148, "        ");
  put(156, "0");
  put(257, "ustar\u000000");
  if (cut > 0) block.set(bytes.slice(0, cut), 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  return block;
}

/** A tar archive of the files; hidden ones and those with odd names are left out. */
export function tarOf(files: readonly DroppedFile[]): Blob {
  const parts: BlobPart[] = [];
  for (const { path, file } of files) {
    const plain = path
      .split("/")
      .every((part) => part !== "" && !part.startsWith(".") && !/[\\:\u0000-\u001f]/.test(part));
    const head = plain ? header(path, file.size) : null;
    if (head === null) continue;
    parts.push(head, file, new Uint8Array((BLOCK - (file.size % BLOCK)) % BLOCK));
  }
  parts.push(new Uint8Array(2 * BLOCK));
  return new Blob(parts, { type: "application/x-tar" });
}

function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  return new Promise((done, fail) => {
    // A reader gives some entries at a time, none at the end.
    const next = () =>
      reader.readEntries((some) => {
        if (some.length === 0) return done(all);
        all.push(...some);
        next();
      }, fail);
    next();
  });
}

async function walk(entry: FileSystemEntry, path: string, out: DroppedFile[]): Promise<void> {
  if (out.length >= 5000) return;
  const place = `${path}${entry.name}`;
  if (entry.isFile)
    out.push({
      path: place,
      file: await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail)),
    });
  else for (const inner of await entriesOf(entry as FileSystemDirectoryEntry)) await walk(inner, `${place}/`, out);
}

/** All files of dropped folders; `null` if no folder was dropped. */
export function droppedFolders(data: DataTransfer): Promise<DroppedFile[]> | null {
  // The entries are gone when the event is over.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  if (!entries.some((entry) => entry.isDirectory)) return null;
  return (async () => {
    const out: DroppedFile[] = [];
    for (const entry of entries) await walk(entry, entry.isFile ? "robot/" : "", out);
    return out;
  })();
}
