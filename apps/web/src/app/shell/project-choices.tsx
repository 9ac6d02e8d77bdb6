import type { OwnProject } from '@bindery/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useSettled } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { chooseProject, ownProjects, useProjectChoice } from '../../lib/project.ts'
import { useCurrentUser } from '../../lib/session.ts'
import floating from '../../ui/floating.module.css'
import { TickIcon } from '../../ui/icons.ts'
import { SearchField } from '../../ui/search-field.tsx'
import styles from './project-switcher.module.css'

// Whoever sees all of them at a glance needs no shortcuts.
const fewProjects = 7

/** All projects, the last few, and whatever fits what is typed. */
export function ProjectChoices({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const search = useSettled(text.trim(), 200)
  const { chosen, recent } = useProjectChoice()
  const list = useQuery({ ...ownProjects(search), placeholderData: keepPreviousData }).data
  const choose = useChoose(onClose)
  const isSearching = text.trim() !== ''
  const shownRecent = isSearching || (list?.total ?? 0) <= fewProjects ? [] : recent
  const item = (project: OwnProject) => (
    <Item
      key={project.key}
      name={project.name}
      hint={project.key}
      isChosen={chosen?.key === project.key}
      onChoose={() => choose(project)}
    />
  )
  return (
    // Arrow keys walk through the buttons; each is one by itself.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles['choices']} onKeyDown={walk}>
      <SearchField
        label={message('shared.findProject')}
        placeholder={message('shared.findProject')}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles['scroller']}>
        {isSearching ? null : (
          <ul>
            <Item
              name={message('shell.allProjects')}
              isChosen={chosen === undefined}
              onChoose={() => choose(undefined)}
            />
          </ul>
        )}
        <Group label={message('shell.recentProjects')} items={shownRecent.map(item)} />
        <Group label={message('shell.yourProjects')} items={(list?.items ?? []).map(item)} />
        {list?.items.length === 0 ? (
          <p className={styles['note']} role="status">
            {message('shared.noProjectFound')}
          </p>
        ) : null}
        {list?.hasNextPage === true ? (
          <p className={styles['note']}>{message('shell.moreProjects', { count: list.total })}</p>
        ) : null}
      </div>
    </div>
  )
}

function Group({ label, items }: { label: string; items: ReactNode[] }) {
  if (items.length === 0) return null
  return (
    <>
      <p className={floating['label']}>{label}</p>
      <ul aria-label={label}>{items}</ul>
    </>
  )
}

interface ItemProps {
  name: string
  hint?: string
  isChosen: boolean
  onChoose: () => void
}

function Item({ name, hint, isChosen, onChoose }: ItemProps) {
  return (
    <li>
      <button
        type="button"
        className={floating['item']}
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
      >
        <span className={styles['name']}>{name}</span>
        {hint === undefined ? null : <code className={styles['hint']}>{hint}</code>}
        {isChosen ? <TickIcon size="1rem" stroke={2} aria-hidden="true" /> : null}
      </button>
    </li>
  )
}

/** Whoever is in the administration goes to what can be administered of the choice; elsewhere the page stays. */
function useChoose(onClose: () => void) {
  const navigate = useNavigate()
  const user = useCurrentUser()
  const isInAdministration = useRouterState({
    select: (state) => state.location.pathname.startsWith('/admin'),
  })
  return (project: OwnProject | undefined) => {
    chooseProject(user?.name ?? '', project?.key)
    onClose()
    if (!isInAdministration) return
    if (project?.isAdmin === true) void navigate({ to: '/admin/projects/overview' })
    else void navigate({ to: user?.isAdmin === true ? '/admin/projects/list' : '/packages' })
  }
}

function walk(event: KeyboardEvent<HTMLDivElement>) {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops[Math.min(Math.max(at + by, 0), stops.length - 1)]?.focus()
}
