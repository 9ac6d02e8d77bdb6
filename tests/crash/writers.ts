// Everybody who changes something during the test.
import { collectGarbage } from './collector.ts'
import { writeFiles } from './file-writer.ts'
import { writePackages } from './npm-writer.ts'
import { writeParts } from './part-writer.ts'
import { noteFailure, type Run } from './run.ts'

// Twenty uploads at a time, as the table of threats has it.
const npmWriters = 8
const fileWriters = 8
const partWriters = 4

/** They wait at the gate, and come home when it has ended. */
export async function startWriters(run: Run): Promise<void> {
  const each = (count: number, write: (run: Run, writer: number) => Promise<void>) =>
    Array.from({ length: count }, (_, index) =>
      write(run, index).catch((error: unknown) => noteFailure(run, error)),
    )
  await Promise.all([
    ...each(npmWriters, writePackages),
    ...each(fileWriters, writeFiles),
    ...each(partWriters, writeParts),
    ...each(1, collectGarbage),
  ])
}
