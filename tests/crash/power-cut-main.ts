// Threat J02 at its full size: `npm run power-cut -- --cuts 200`
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cutPower } from './power-cut.ts'

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
})
const cuts = Number(values.cuts)
const folder = await mkdtemp(join(tmpdir(), 'bindery-power-cut-'))
const { acknowledged, checked, problems } = await cutPower({
  folder,
  cuts,
  rounds: Number(values.rounds),
  seed: values.seed,
  onCut: (done) => done % 20 === 0 && console.log(`${done} of ${cuts} power cuts`),
})
for (const problem of problems) console.error(`LOST OR WRONG: ${problem}`)
console.log(`${acknowledged} changes acknowledged, ${checked} promises checked after ${cuts} power cuts`)
console.log(problems.length === 0 ? 'Nothing was lost.' : `${problems.length} problems. See ${folder}`)
if (problems.length === 0) await rm(folder, { recursive: true, force: true })
process.exitCode = problems.length === 0 ? 0 : 1
