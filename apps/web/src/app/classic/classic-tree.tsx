// Classic mode: all there is as one tree, close together; repositories first, then pages.
import { repositories } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Link } from '../../lib/link.tsx'
import { useCircumstances } from '../../lib/circumstances.ts'
import { message } from '../../lib/messages.ts'
import { query } from '../../lib/query.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { createStoredStore, useStore } from '../../lib/store.ts'
import { FormatMark } from '../../shared/format-tile.tsx'
import { NewerIcon } from '../../ui/icons.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { arrange, entriesOf, menuGroups, type OpenEntry } from '../menu.ts'
import { screens } from '../screens.ts'
import styles from './classic-tree.module.css'

const repositoryList = query(repositories.list, {})
const folded = createStoredStore<string[]>('bindery.foldedBranches', [])

export function ClassicTree() {
  const user = useCurrentUser()
  const now = useCircumstances()
  const [filter, setFilter] = useState('')
  const isFiltered = filter.trim() !== ''
  const fits = (text: string) => text.toLowerCase().includes(filter.trim().toLowerCase())
  return (
    <nav className={styles['tree']} aria-label={message('shell.classicTree')}>
      <SearchField
        className={styles['find']}
        look="small"
        label={message('shell.filterTree')}
        placeholder={message('shell.filterTree')}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <ul>
        <Repositories fits={fits} isFiltered={isFiltered} />
        {sections.map(([section, label]) => {
          const entries = now === undefined ? [] : entriesOf(section, screens, user, now)
          const shown = entries.filter(
            ({ verdict, menu }) => verdict.kind === 'open' && fits(message(menu.label)),
          )
          if (shown.length === 0) return null
          return (
            <Branch key={section} id={section} label={message(label)} isFiltered={isFiltered}>
              {arrange(section, shown).map((item) =>
                item.kind === 'entry' ? (
                  toLeaf(item.entry)
                ) : (
                  <Branch
                    key={item.id}
                    id={`group-${item.id}`}
                    label={message(menuGroups[item.id].label)}
                    isFiltered={isFiltered}
                  >
                    {item.members.map(toLeaf)}
                  </Branch>
                ),
              )}
            </Branch>
          )
        })}
      </ul>
    </nav>
  )
}

const sections = [
  ['application', 'spec.application'],
  ['project', 'spec.projectSettings'],
  ['administration', 'spec.administration'],
] as const

const toLeaf = ({ to, menu }: OpenEntry) => <Leaf key={to} to={to} label={message(menu.label)} />

interface RepositoriesProps {
  fits: (text: string) => boolean
  isFiltered: boolean
}

function Repositories({ fits, isFiltered }: RepositoriesProps) {
  const list = useQuery(repositoryList).data ?? []
  const shown = list.filter(({ key }) => fits(key))
  return (
    <Branch id="repositories" label={message('shell.repositories')} isFiltered={isFiltered}>
      {shown.map(({ key, format }) => (
        <Leaf
          key={key}
          to="/packages"
          search={{ repository: key }}
          label={key}
          mark={<FormatMark format={format} />}
        />
      ))}
    </Branch>
  )
}

interface BranchProps {
  id: string
  label: string
  /** Whoever filters sees what was found, folded or not. */
  isFiltered: boolean
  children: ReactNode
}

function Branch({ id, label, isFiltered, children }: BranchProps) {
  const closed = useStore(folded)
  const isOpen = isFiltered || !closed.includes(id)
  const toggle = () => folded.set(isOpen ? [...closed, id] : closed.filter((other) => other !== id))
  return (
    <li>
      <button type="button" className={styles['branch']} aria-expanded={isOpen} onClick={toggle}>
        <NewerIcon size="0.875rem" stroke={1.5} aria-hidden="true" />
        {label}
      </button>
      {isOpen ? <ul className={styles['inside']}>{children}</ul> : null}
    </li>
  )
}

interface LeafProps {
  to: string
  search?: Record<string, string>
  label: string
  mark?: ReactNode
}

function Leaf({ to, search, label, mark }: LeafProps) {
  const here = useRouterState({ select: ({ location }) => location })
  const wanted = search?.['repository']
  const present = (here.search as Record<string, unknown>)['repository']
  const isActive =
    wanted === undefined
      ? (here.pathname === to && present === undefined) || here.pathname.startsWith(`${to}/`)
      : here.pathname === to && present === wanted
  return (
    <li>
      <Link
        to={to}
        {...(search === undefined ? {} : { search })}
        className={styles['leaf']}
        aria-current={isActive ? 'page' : undefined}
      >
        {mark === undefined ? null : <span className={styles['mark']}>{mark}</span>}
        <span className={styles['label']}>{label}</span>
      </Link>
    </li>
  )
}
