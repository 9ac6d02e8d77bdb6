const plain = new Intl.NumberFormat('en')
const oneDigit = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const units = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB']

export const count = (value: number) => plain.format(value)

/** An unknown total is -1 on the wire. */
export const total = (value: number, loaded: number) =>
  value < 0 ? `${plain.format(loaded)}+` : plain.format(value)

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length)
  return `${oneDigit.format(bytes / 1024 ** power)} ${units[power - 1]}`
}
