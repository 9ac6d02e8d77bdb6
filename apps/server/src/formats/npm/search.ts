// The search of the registry protocol: ours, and how that of another registry is asked and read.
// https://github.com/npm/registry/blob/main/docs/REGISTRY-API.md#get-v1search
import { badRequest } from '../../platform/errors.ts'
import { findPackages, type FoundPackage } from '../../registry/find-packages.ts'
import type { UpstreamFormat } from '../../registry/format.ts'
import { json, type WireReply } from '../../registry/reply.ts'
import type { RegistryRequest } from '../../registry/request.ts'
import { singleLine } from './facts.ts'
import { isObject } from './json.ts'

export async function search(request: RegistryRequest): Promise<WireReply> {
  const query = request.query()
  const limit = wholeNumber(query.get('size'), 20, 250, 'size')
  const offset = wholeNumber(query.get('from'), 0, 10_000, 'from')
  const text = (query.get('text') ?? '').slice(0, 200)
  if (text.includes('\0'))
    throw badRequest('The text to search for has a NUL character. Search without it.', 'text')
  const { packages, total } = await findPackages(request, { text, limit, offset })
  return json(200, {
    objects: packages.map(toObject),
    total,
    time: request.registry.clock.now().toUTCString(),
  })
}

export const upstreamSearch: NonNullable<UpstreamFormat['search']> = {
  addressOf: ({ text, limit, offset }) =>
    `-/v1/search?${new URLSearchParams({ text, size: String(limit), from: String(offset) })}`,
  read(answer) {
    const { objects, total } = isObject(answer) ? answer : {}
    const packages = Array.isArray(objects) ? objects.flatMap(readObject) : []
    return { packages, total: typeof total === 'number' && total > 0 ? Math.floor(total) : packages.length }
  },
}

function readObject(object: unknown): FoundPackage[] {
  const told = isObject(object) && isObject(object['package']) ? object['package'] : {}
  const { name, version, date, description } = told
  if (typeof name !== 'string' || typeof version !== 'string') return []
  return [
    {
      name,
      latest: version,
      latest_at: typeof date === 'string' ? date : '',
      description: typeof description === 'string' ? singleLine(description, 2000) : null,
    },
  ]
}

const toObject = (one: FoundPackage) => ({
  package: {
    name: one.name,
    version: one.latest,
    description: one.description ?? '',
    keywords: [],
    date: one.latest_at,
    links: {},
    publisher: {},
    maintainers: [],
  },
  score: { final: 1, detail: { quality: 1, popularity: 1, maintenance: 1 } },
  searchScore: 1,
})

function wholeNumber(text: string | null, preset: number, most: number, name: string): number {
  if (text === null || text === '') return preset
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0)
    throw badRequest(`${name} must be a whole number, not ${JSON.stringify(text.slice(0, 50))}.`, name)
  return Math.min(value, most)
}
