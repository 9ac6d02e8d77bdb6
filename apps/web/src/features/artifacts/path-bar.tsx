import { artifactBrowser } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useSettled } from '../../lib/delay.ts'
import { Link } from '../../lib/link.tsx'
import { useIsNarrow } from '../../lib/media.ts'
import { message } from '../../lib/messages.ts'
import { query } from '../../lib/query.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EditIcon } from '../../ui/icons.ts'
import { MiddleCut } from '../../ui/middle-cut.tsx'
import { idOf, linkTo, readSpot, type Spot } from './address.ts'
import { leftOut } from './crumbs.ts'
import styles from './path-bar.module.css'

interface PathBarProps {
  spot: Spot | undefined
  onGo: (spot: Spot) => void
}

/** Where one is, as links; a click beside them makes it a field in which a path or an address can be typed or pasted. */
export function PathBar({ spot, onGo }: PathBarProps) {
  const [isTyping, setTyping] = useState(false)
  if (isTyping)
    return (
      <PathField
        start={spot === undefined ? '' : idOf(spot)}
        onGo={(to) => {
          setTyping(false)
          onGo(to)
        }}
        onLeave={() => setTyping(false)}
      />
    )
  return (
    <div className={styles['bar']}>
      <Crumbs spot={spot} />
      {/* For the pointer; with the keyboard the button beside it does the same. */}
      <span className={styles['rest']} aria-hidden="true" onClick={() => setTyping(true)} />
      <IconButton
        icon={EditIcon}
        label={message('artifacts.typePath')}
        size={28}
        onClick={() => setTyping(true)}
      />
      {spot === undefined ? null : <CopyButton text={idOf(spot)} what={message('artifacts.pathWhat')} />}
    </div>
  )
}

/** What the bar has room for, in characters: at its full width, and on a phone. */
const room = { wide: 72, narrow: 37 }

function Crumbs({ spot }: { spot: Spot | undefined }) {
  const isNarrow = useIsNarrow()
  if (spot === undefined) return <span className={styles['none']}>{message('artifacts.noPath')}</span>
  const parts = spot.path === '' ? [] : spot.path.split('/')
  const names = [spot.repository, ...parts]
  const parents = names.slice(0, -1).map((text, index) => ({
    text,
    spot: { repository: spot.repository, path: parts.slice(0, index).join('/') },
  }))
  const last = names.at(-1) ?? ''
  const hidden = parents.slice(1, 1 + leftOut(names, isNarrow ? room.narrow : room.wide))
  const between = message('artifacts.foldersBetween', { path: hidden.map(({ text }) => text).join('/') })
  const shown: CrumbProps[] = [
    ...parents.slice(0, 1),
    ...hidden.slice(-1).map((place) => ({ spot: place.spot, text: '…', label: between })),
    ...parents.slice(1 + hidden.length),
  ]
  return (
    <nav aria-label={message('artifacts.path')} className={styles['crumbs']}>
      {shown.map((place) => (
        <Crumb key={idOf(place.spot)} {...place} />
      ))}
      <span className={styles['last']} aria-current="page">
        <MiddleCut text={last} />
      </span>
    </nav>
  )
}

interface CrumbProps {
  text: string
  spot: Spot
  label?: string
}

const Crumb = ({ text, spot, label }: CrumbProps) => (
  <>
    <Link {...linkTo(spot)} className={styles['crumb']} title={label ?? text} aria-label={label ?? text}>
      {text}
    </Link>
    <span className={styles['slash']} aria-hidden="true">
      /
    </span>
  </>
)

interface PathFieldProps {
  start: string
  onGo: (spot: Spot) => void
  onLeave: () => void
}

function PathField({ start, onGo, onLeave }: PathFieldProps) {
  const [text, setText] = useState(start)
  const field = useRef<HTMLInputElement>(null)
  const options = useCompletions(text)
  useEffect(() => field.current?.select(), [])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave()
    if (event.key !== 'Enter') return
    event.preventDefault()
    const spot = readSpot(text)
    if (spot === undefined) onLeave()
    else onGo(spot)
  }
  return (
    <div className={styles['bar']} data-typing="true">
      <input
        ref={field}
        className={styles['input']}
        aria-label={message('artifacts.typePath')}
        placeholder={message('artifacts.pathExample')}
        value={text}
        spellCheck={false}
        autoComplete="off"
        list="artifact-paths"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={onLeave}
      />
      <datalist id="artifact-paths">
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </datalist>
    </div>
  )
}

/** What is in the folder that was typed so far and begins like the rest. */
function useCompletions(typed: string): string[] {
  const text = useSettled(typed, 200)
  const spot = readSpot(text)
  const slash = spot?.path.lastIndexOf('/') ?? -1
  const folder =
    slash < 0 || text.endsWith('/')
      ? text.endsWith('/')
        ? (spot?.path ?? '')
        : ''
      : spot?.path.slice(0, slash)
  const name = text.endsWith('/') ? '' : (spot?.path.slice(slash + 1) ?? '')
  const isReady = spot !== undefined && text.includes('/')
  const { data } = useQuery({
    ...query(artifactBrowser.children, {
      query: { repository: spot?.repository ?? '-', path: folder ?? '', name, limit: 20 },
    }),
    enabled: isReady,
    retry: false,
  })
  if (!isReady) return []
  return (data?.items ?? []).map(({ path, isFolder }) => `${spot.repository}/${path}${isFolder ? '/' : ''}`)
}
