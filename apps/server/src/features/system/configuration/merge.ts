// A document, or a part of one, onto the configuration. Each element goes to the feature whose settings it is about; what no
// feature has a use for is kept and given back, and named in the answer.
import { ZodError } from 'zod'
import { audit, type Doer } from '../../../access/audit.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { AppError, badRequest, tooLarge } from '../../../platform/errors.ts'
import type { Plain, PlainObject } from '../../../registry/config/elements.ts'
import type { ConfigurationPart, Services } from '../../feature.ts'
import { changeTogether } from './change-together.ts'
import { innerFirst, keptConfiguration } from './document.ts'
import {
  isEmpty,
  isSecret,
  merged,
  namesIn,
  nested,
  removals,
  take,
  withoutRemovals,
  withoutSecrets,
} from './plain.ts'

const mostKept = 1024 * 1024

/** Whole or not at all. Returns what happened, for people. */
export async function mergeConfiguration(services: Services, by: Doer, given: PlainObject): Promise<string> {
  const idle = await changeTogether(services, (joint) => mergeParts(joint, by, given))
  return report(
    namesIn(given).length,
    idle.flatMap((one) => namesIn(withoutRemovals(one))),
  )
}

/** Returns what nothing here uses. */
async function mergeParts(services: Services, by: Doer, given: PlainObject): Promise<PlainObject[]> {
  const unclaimed = structuredClone(given)
  const idle: PlainObject[] = [unclaimed]
  const gone: PlainObject[] = []
  for (const part of await innerFirst(services)) {
    const value = take(unclaimed, part.path)
    if (value === undefined || isEmpty(value)) continue
    const rest = await part.merge(services, by, value).catch((error: unknown) => refuse(part, error))
    gone.push(nested(part.path, value === null ? null : removals(value)))
    if (rest) idle.push(nested(part.path, rest))
  }
  await keep(services, by, [...gone, ...idle], Object.keys(given))
  return idle
}

/** With the place in the document. */
function refuse({ path }: ConfigurationPart, error: unknown): never {
  const place = path.join('.')
  if (error instanceof ZodError) {
    const [issue] = error.issues
    const member = issue?.path.join('.') ?? ''
    const sentence = issue?.message.replace(/\.?$/, '.') ?? ''
    throw badRequest(`${place}: ${member === '' ? '' : `${member}: `}${sentence}`)
  }
  if (!(error instanceof AppError)) throw error
  throw new AppError(error.code, `${place}: ${error.message}`, { cause: error })
}

async function keep(
  { access, database }: Services,
  by: Doer,
  patches: readonly PlainObject[],
  elements: string[],
): Promise<void> {
  await transaction(database, async (db, after) => {
    await access.live.change(db, after, keptConfiguration, ({ document }) => {
      const next = patches.reduce<Plain>((kept, patch) => merged(kept, withoutSecrets(patch)), document)
      if (Buffer.byteLength(JSON.stringify(next)) > mostKept)
        throw tooLarge(`What is kept of the configuration has at most ${mostKept} bytes.`)
      return { document: next as PlainObject }
    })
    await audit(access, db, by, {
      kind: 'configuration.merged',
      target: elements.join(', '),
      detail: { elements: elements.slice(0, 100) },
    })
  })
}

function report(count: number, idle: string[]): string {
  const kept = idle.filter((name) => name !== '' && !isSecret(name))
  const dropped = idle.filter(isSecret)
  return [
    `${count} changes to config merged successfully.`,
    ...(kept.length > 0 ? [`Kept and given back, without an effect here: ${kept.join(', ')}.`] : []),
    ...(dropped.length > 0 ? [`Not kept, because nothing uses these secrets: ${dropped.join(', ')}.`] : []),
    '',
  ].join('\n')
}
