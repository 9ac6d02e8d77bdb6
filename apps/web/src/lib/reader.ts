// Whom this page was made for. Calls say it, so that the server can refuse to act for another.
let reader: string | undefined

/** Undefined for visitors. */
export const readerName = () => reader

export function setReaderName(name: string | undefined) {
  reader = name
}
