// Files that were dropped or chosen, with the folders they were in.

export interface PickedFile {
  file: File
  /** Below the folder that was dropped; the name alone for a single file. */
  path: string
}

export async function droppedFiles(transfer: DataTransfer): Promise<PickedFile[]> {
  // The list is emptied as soon as this function waits for something.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const plain = [...transfer.files].map((file) => ({ file, path: file.name }))
  if (entries.length === 0) return plain
  return (await Promise.all(entries.map((entry) => filesOf(entry, '')))).flat()
}

export const chosenFiles = (list: FileList): PickedFile[] =>
  [...list].map((file) => ({ file, path: file.webkitRelativePath || file.name }))

async function filesOf(entry: FileSystemEntry, above: string): Promise<PickedFile[]> {
  const path = `${above}${entry.name}`
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ file, path }]
  }
  if (!isFolder(entry)) return []
  const inside = await readAll(entry.createReader())
  return (await Promise.all(inside.map((one) => filesOf(one, `${path}/`)))).flat()
}

/** A reader gives a hundred entries at a time, and none at the end. */
async function readAll(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
