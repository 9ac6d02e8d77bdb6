// The last word: one more start, everything in the ledger read back over HTTP, a stop in good order, then the
// database and the bytes looked at without the server.
import { type AuditResult, audit } from './audit.ts'
import { checkFile, checkPackage } from './check.ts'
import { becomeReady } from './lives.ts'
import type { Sabotage } from './options.ts'
import type { Run } from './run.ts'
import { sabotage } from './sabotage.ts'
import { type ServerOptions, ServerProcess } from './server-process.ts'

const readersAtOnce = 4

export async function checkEverything(
  run: Run,
  options: { sabotage?: Sabotage },
  server: ServerOptions,
): Promise<AuditResult> {
  if (options.sabotage) await sabotage(server, options.sabotage)
  const last = new ServerProcess(server)
  try {
    await becomeReady(run, last)
    await checkLedger(run)
    const code = await last.stop()
    if (code !== 0) run.problems.push(`The server did not stop in good order: its exit code was ${code}`)
  } finally {
    await last.kill()
    run.client.reset()
  }
  const result = await audit(server)
  run.problems.push(...result.problems)
  return result
}

async function checkLedger(run: Run): Promise<void> {
  const checks = [
    ...[...run.ledger.files.keys()].map((path) => () => checkFile(run, path)),
    ...[...run.ledger.packages.keys()].map((name) => () => checkPackage(run, name, { bytes: true })),
  ]
  // The readers take from one list.
  const read = async () => {
    for (let check = checks.shift(); check; check = checks.shift()) await check()
  }
  await Promise.all(Array.from({ length: readersAtOnce }, read))
}
