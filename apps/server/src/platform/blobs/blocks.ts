// The shared memory that uploads pass through, used again and again: a thread that has seen a piece of shared memory
// holds it until its next garbage collection, so a fresh piece for each upload would pile up.
export const blockBytes = 256 * 1024

const keptBlocks = 32
const free: Uint8Array[] = []

export const takeBlock = (): Uint8Array => free.pop() ?? new Uint8Array(new SharedArrayBuffer(blockBytes))

/** Only when nobody reads or writes it any more. */
export function giveBlock(block: Uint8Array): void {
  if (free.length < keptBlocks) free.push(block)
}
