// What the palette shows for what is typed. Pages and commands are there at once; packages and repositories follow.
import { packages, repositories } from '@bindery/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSettled } from '../../lib/delay.ts'
import { useCircumstances } from '../../lib/circumstances.ts'
import { message } from '../../lib/messages.ts'
import { query } from '../../lib/query.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { recent } from '../../lib/recent.ts'
import { useStore } from '../../lib/store.ts'
import { ago } from '../../lib/time.ts'
import { PageIcon, RecentIcon, SearchIcon } from '../../ui/icons.ts'
import { useFacts } from '../commands/facts.ts'
import { useTools } from '../commands/tools.ts'
import { find } from './find.ts'
import { commandItems, type Kind, pageItems, type PaletteGroup, type PaletteItem } from './items.ts'

interface Results {
  groups: PaletteGroup[]
  /** Packages could not be asked for. */
  hasFailed: boolean
}

const few = 5
const many = 20
const repositoryList = query(repositories.list, {})

export function useGroups(typed: string, kind: Kind | undefined, onFill: (text: string) => void): Results {
  const isActionsOnly = typed.startsWith('>')
  const text = (isActionsOnly ? typed.slice(1) : typed).trim()
  const only = isActionsOnly ? 'actions' : kind
  const facts = useFacts()
  const tools = useTools()
  const user = useCurrentUser()
  const now = useCircumstances()
  const found = usePackages(text, only === undefined || only === 'packages', only === 'packages' ? many : few)
  const keys = useRepositories(text, only === undefined || only === 'repositories')
  const resting = useResting(onFill)
  const all: PaletteGroup[] = [
    ...(text === '' && only === undefined ? resting : []),
    { kind: 'packages', items: found.items, total: found.total },
    { kind: 'repositories', items: keys },
    {
      kind: 'pages',
      items: text === '' && only === undefined ? [] : pageItems(text, 'application', user, now),
    },
    {
      kind: 'administration',
      items: text === '' && only === undefined ? [] : pageItems(text, 'administration', user, now),
    },
    { kind: 'actions', items: commandItems(text, facts, tools) },
  ]
  const shown = all.filter((group) => only === undefined || isOfKind(group.kind, only))
  const groups = shown
    .map((group) => cut(group, only === undefined ? few : many))
    .filter(({ items }) => items.length > 0)
  return {
    groups: text === '' || isActionsOnly ? groups : withSearch(groups, text),
    hasFailed: found.hasFailed,
  }
}

/** Pages of both sections are one kind to whoever filters. */
const isOfKind = (kind: Kind, only: Kind) => kind === only || (only === 'pages' && kind === 'administration')

function cut(group: PaletteGroup, most: number): PaletteGroup {
  const { kind, items, total = items.length } = group
  return { kind, items: items.slice(0, most), ...(total > most ? { total } : {}) }
}

/** Last of all: the list of packages with this filter. */
function withSearch(groups: PaletteGroup[], text: string): PaletteGroup[] {
  const item: PaletteItem = {
    id: 'search',
    label: message('palette.searchPackages', { text }),
    icon: SearchIcon,
    href: `/packages?name=${encodeURIComponent(text)}`,
  }
  return [...groups, { kind: 'recent', items: [item] }]
}

function usePackages(text: string, isWanted: boolean, limit: number) {
  const settled = useSettled(text, 120)
  const { data, error } = useQuery({
    ...query(packages.list, { query: { name: settled, limit, sort: 'name:asc' } }),
    enabled: isWanted && settled !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (!isWanted || text === '') return { items: [], total: 0, hasFailed: false }
  const items = (data?.items ?? []).map((found): PaletteItem => {
    const command = found.install[0]?.command
    return {
      id: `package ${found.id}`,
      label: found.name,
      version: found.latest,
      note: found.repositories.join(', '),
      aside: ago(found.publishedAt),
      format: found.format,
      href: `/packages/${encodeURIComponent(found.id)}`,
      ...(command === undefined ? {} : { copy: command }),
    }
  })
  return { items, total: data?.total ?? 0, hasFailed: error !== null }
}

function useRepositories(text: string, isWanted: boolean): PaletteItem[] {
  const { data = [] } = useQuery({ ...repositoryList, enabled: isWanted && text !== '', retry: false })
  if (!isWanted || text === '') return []
  return data
    .filter(({ key, description }) => find(text, key, description) !== undefined)
    .map(({ key, kind, format, url }) => ({
      id: `repository ${key}`,
      label: key,
      note: kind,
      format,
      href: `/packages?repository=${encodeURIComponent(key)}`,
      copy: url,
    }))
}

function useResting(onFill: (text: string) => void): PaletteGroup[] {
  const { searches, visits } = useStore(recent)
  return [
    {
      kind: 'recent',
      items: searches.map((text) => ({
        id: `recent ${text}`,
        label: text,
        icon: RecentIcon,
        run: () => onFill(text),
      })),
    },
    {
      kind: 'visited',
      items: visits.map(({ href, label, format }) => ({
        id: `visit ${href}`,
        label,
        href,
        ...(format === undefined ? { icon: PageIcon } : { format }),
      })),
    },
  ]
}
