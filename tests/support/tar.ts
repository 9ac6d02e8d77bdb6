// Headers of tar files that were changed by hand.

/** Writes the checksum that belongs to the header. */
export function sealTarHeader(header: Buffer): void {
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
}
