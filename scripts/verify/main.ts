// Runs everything that must hold, one step after the other, and ends with one line of counts.
//   --fast         only what `npm run check` promises
//   --only A,B     only these steps
//   --list         the names of the steps
import { parseArgs } from 'node:util'
import { ensureClients } from '../prepare/clients.mjs'
import { command } from '../prepare/command.mjs'
import { ensureDebianPackages } from '../prepare/debian.mjs'
import { Problem } from '../prepare/problem.mjs'
import { ensureWeb } from '../prepare/web.mjs'
import { seconds, summary, type Finished } from './report.ts'
import { steps, type Step } from './steps.ts'

await command(async () => {
  const { values } = parseArgs({
    options: { fast: { type: 'boolean' }, only: { type: 'string' }, list: { type: 'boolean' } },
  })
  if (values.list) return console.log(steps.map(({ name, title }) => `${name.padEnd(12)}${title}`).join('\n'))
  const begun = performance.now()
  const chosen = choose(values.fast ? 'check' : 'test', values.only)
  await provide(new Set(chosen.flatMap(({ needs = [] }) => needs)))
  const finished = await runAll(chosen)
  console.log(`\n${summary(finished, chosen.length, performance.now() - begun)}`)
  process.exitCode = finished.every(({ outcome }) => outcome.isGreen) ? 0 : 1
})

function choose(command: 'check' | 'test', only: string | undefined): Step[] {
  if (only === undefined) return steps.filter(({ partOf = command }) => partOf === command)
  const names = only.split(',')
  const unknown = names.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length === 0) return steps.filter(({ name }) => names.includes(name))
  throw new Problem(
    `There is no step ${unknown.join(', ')}. There are: ${steps.map(({ name }) => name).join(', ')}.`,
  )
}

/** Before the first step, so that a machine that lacks something says so at once and not after ten minutes. */
async function provide(needs: Set<string>): Promise<void> {
  await ensureDebianPackages(needs)
  if (needs.has('clients')) await ensureClients()
  if (needs.has('web')) await ensureWeb()
}

async function runAll(chosen: Step[]): Promise<Finished[]> {
  const finished: Finished[] = []
  for (const step of chosen) {
    console.log(`\n── ${step.title}`)
    const begun = performance.now()
    const outcome = await step.run()
    const took = performance.now() - begun
    finished.push({ step, outcome, took })
    console.log(`   ${outcome.isGreen ? 'passed' : 'FAILED'} in ${seconds(took)}`)
    // The steps after it build on this one, and their output would bury the reason.
    if (!outcome.isGreen) break
  }
  return finished
}
