// The command line of the crash test, with a sentence for what cannot be understood.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'

export const sabotages = [
  'missing-blob',
  'changed-blob',
  'missing-content',
  'missing-row',
  'missing-version',
  'wrong-tag',
] as const
export type Sabotage = (typeof sabotages)[number]

export interface Options {
  kills: number
  seed: number
  /** How long the server lives on average before it is killed at a random time. */
  secondsPerLife: number
  json: boolean
  databaseUrl?: string
  /** Damages the data before the last check, to prove that the check sees it. */
  sabotage?: Sabotage
}

const usage = `Usage: npm run crash -- [--kills 200] [--seed N] [--seconds-per-life 0.6] [--json] [--database-url postgresql://…] [--sabotage ${sabotages.join('|')}]`

export function readOptions(args: string[]): Options {
  try {
    return parseOptions(args)
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${usage}`, { cause: error })
  }
}

function parseOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      kills: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(randomInt(1_000_000)) },
      'seconds-per-life': { type: 'string', default: '0.6' },
      json: { type: 'boolean', default: false },
      'database-url': { type: 'string' },
      sabotage: { type: 'string' },
    },
  })
  const databaseUrl = values['database-url']
  return {
    kills: numberOf('kills', values.kills),
    seed: numberOf('seed', values.seed),
    secondsPerLife: numberOf('seconds-per-life', values['seconds-per-life']),
    json: values.json,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(values.sabotage === undefined ? {} : { sabotage: sabotageOf(values.sabotage) }),
  }
}

function numberOf(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new Error(`--${name} must be a number of at least 0.`)
  return value
}

function sabotageOf(text: string): Sabotage {
  const found = sabotages.find((known) => known === text)
  if (found === undefined) throw new Error(`Unknown sabotage "${text}". Choose from ${sabotages.join(', ')}.`)
  return found
}
