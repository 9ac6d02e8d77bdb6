// The command line of the bench, with a sentence for what cannot be understood.
import { parseArgs } from 'node:util'

export const sections = [
  'read',
  'publish',
  'start',
  'memory',
  'digests',
  'permissions',
  'streams',
  'remotes',
  'large',
] as const
export type Section = (typeof sections)[number]

export interface Options {
  only: Set<Section>
  seconds: number
  rounds: number
  /** Seconds that may be spent, over the whole run, on waiting for others and measuring again. */
  patience: number
  json: boolean
  enforce: boolean
  profile?: string
}

const usage = `Usage: npm run bench -- [--only ${sections.join(',')}] [--seconds 8] [--rounds 3] [--patience 300] [--json] [--enforce] [--profile FOLDER]`

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
      only: { type: 'string', default: sections.join(',') },
      seconds: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '3' },
      patience: { type: 'string', default: '300' },
      json: { type: 'boolean', default: false },
      enforce: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  })
  const { json, enforce, profile } = values
  return {
    only: new Set(values.only.split(',').map(section)),
    seconds: positive('seconds', values.seconds),
    rounds: positive('rounds', values.rounds),
    patience: positive('patience', values.patience),
    json,
    enforce,
    ...(profile === undefined ? {} : { profile }),
  }
}

function section(name: string): Section {
  const found = sections.find((known) => known === name.trim())
  if (found === undefined) throw new Error(`Unknown section "${name}". Choose from ${sections.join(', ')}.`)
  return found
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`--${name} must be a whole number of at least 1.`)
  return value
}
