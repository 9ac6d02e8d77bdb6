import { artifactBrowser } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useSettled } from '../../lib/delay.ts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { query } from '../../lib/query.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EditIcon } from '../../ui/icons.ts'
import { idOf, linkTo, readSpot, type Spot } from './address.ts'
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

function Crumbs({ spot }: { spot: Spot | undefined }) {
  if (spot === undefined) return <span className={styles['none']}>{message('artifacts.noPath')}</span>
  const parts = spot.path === '' ? [] : spot.path.split('/')
  const places = [
    { text: spot.repository, spot: { repository: spot.repository, path: '' } },
    ...parts.map((text, index) => ({
      text,
      spot: { repository: spot.repository, path: parts.slice(0, index + 1).join('/') },
    })),
  ]
  return (
    <nav aria-label={message('artifacts.path')} className={styles['crumbs']}>
      {places.map(({ text, spot: place }, index) => (
        <Fragment key={idOf(place)}>
          {index === 0 ? null : (
            <span className={styles['slash']} aria-hidden="true">
              /
            </span>
          )}
          {index === places.length - 1 ? (
            <span className={styles['last']} aria-current="page">
              {text}
            </span>
          ) : (
            <Link {...linkTo(place)} className={styles['crumb']}>
              {text}
            </Link>
          )}
        </Fragment>
      ))}
    </nav>
  )
}

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
