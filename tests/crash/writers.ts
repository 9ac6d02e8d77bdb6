// Everybody who changes something during the test.
import { collectGarbage } from './collector.ts'
import { writeFiles } from './file-writer.ts'
import { writePackages } from './npm-writer.ts'
import { noteFailure, type Run } from './run.ts'

const npmWriters = 4
const fileWriters = 3

/** They wait at the gate, and come home when it has ended. */
export async function startWriters(run: Run): Promise<void> {
  const each = (count: number, write: (run: Run, writer: number) => Promise<void>) =>
    Array.from({ length: count }, (_, index) =>
      write(run, index).catch((error: unknown) => noteFailure(run, error)),
    )
  await Promise.all([
    ...each(npmWriters, writePackages),
    ...each(fileWriters, writeFiles),
    ...each(1, collectGarbage),
  ])
}
