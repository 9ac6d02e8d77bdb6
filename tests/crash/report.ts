// What the crash test found, for people or as one line for programs.
import type { AuditResult } from './audit.ts'
import type { Options } from './options.ts'
import type { Run } from './run.ts'

const mostProblems = 30

export function printReport(
  run: Run,
  options: Options,
  audited: AuditResult | undefined,
  seconds: number,
  folder: string,
): void {
  const { counts, problems } = run
  for (const problem of problems.slice(0, mostProblems)) console.error(`LOST OR WRONG: ${problem}`)
  if (problems.length > mostProblems) console.error(`… and ${problems.length - mostProblems} more`)
  if (problems.length > 0) console.error(`The data is kept in ${folder}. Repeat with --seed ${options.seed}.`)
  const stored = {
    nodes: audited?.nodes,
    blobs: audited?.blobs,
    blobBytes: audited?.blobBytes,
    versions: audited?.versions,
  }
  if (options.json) {
    const whole = {
      seed: options.seed,
      ...counts,
      stored,
      problems: problems.length,
      seconds: Math.round(seconds),
    }
    console.log(JSON.stringify(whole))
    return
  }
  const list = (values: Record<string, number>) =>
    Object.entries(values)
      .map(([name, value]) => `${value} ${name}`)
      .join(', ')
  console.log(`Killed ${counts.kills} times: ${list(counts.killsByMoment)}`)
  console.log(`Started ${counts.starts} times, at most ${counts.slowestStartMs} ms`)
  console.log(`Acknowledged: ${list(counts.acknowledged)}`)
  console.log(
    `Unanswered: ${counts.unanswered}; found done ${counts.unansweredTookEffect}, not done ${counts.unansweredHadNoEffect}`,
  )
  console.log(`Read back: ${counts.checkedFiles} files, ${(counts.checkedBytes / 1e6).toFixed(0)} MB`)
  console.log(`Stored: ${stored.nodes} nodes, ${stored.versions} versions, ${stored.blobs} blobs`)
  console.log(
    problems.length === 0 ? `Nothing was lost. (${seconds.toFixed(0)} s)` : `${problems.length} problems.`,
  )
}
