// The command palette: everything by name, from anywhere, without leaving the keyboard.
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useState } from 'react'
import { copyText } from '../../lib/copy.ts'
import { message, type MessageId } from '../../lib/messages.ts'
import { noteSearch } from '../../lib/recent.ts'
import { keyCaps } from '../../lib/shortcut-list.ts'
import { SearchIcon } from '../../ui/icons.ts'
import { TopDialog } from '../../ui/top-dialog.tsx'
import { KeyCap, Tag } from '../../ui/tag.tsx'
import { useTools } from '../commands/tools.ts'
import type { Kind, PaletteGroup, PaletteItem } from './items.ts'
import styles from './palette.module.css'
import { PaletteRow } from './palette-row.tsx'
import { takeTyped } from './open-palette.ts'
import { useGroups } from './use-groups.ts'

const kinds: (Kind | undefined)[] = [undefined, 'packages', 'repositories', 'pages', 'actions']

export function Palette({ onClose }: { onClose: () => void }) {
  return (
    <TopDialog label={message('palette.title')} onClose={onClose}>
      <Search onClose={onClose} />
    </TopDialog>
  )
}

function Search({ onClose }: { onClose: () => void }) {
  const list = useId()
  const tools = useTools()
  const [typed, setTyped] = useState('')
  // With the field, not before: a key may come between drawing it and showing it.
  useLayoutEffect(() => setTyped(takeTyped()), [])
  const [kind, setKind] = useState<Kind | undefined>(undefined)
  // By id: results that come later must not move it. Undefined means the first row, until somebody moves.
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const fill = (text: string) => {
    setTyped(text)
    setChosen(undefined)
  }
  const { groups, hasFailed } = useGroups(typed, kind, fill)
  const items = groups.flatMap((group) => group.items)
  const index = Math.max(
    items.findIndex(({ id }) => id === chosen),
    0,
  )
  const current = items[index]

  const open = (item: PaletteItem, isNewTab: boolean) => {
    if (item.run !== undefined) {
      // A recent search fills the field and goes on from there.
      if (!item.id.startsWith('recent ')) onClose()
      return item.run()
    }
    if (typed.trim() !== '' && !typed.startsWith('>')) noteSearch(typed.trim())
    const href = item.href ?? ''
    if (isNewTab) return window.open(wholeAddress(href), '_blank', 'noopener')
    onClose()
    return tools.go(href)
  }
  const keyDown = (event: KeyboardEvent) => {
    const isMod = event.metaKey || event.ctrlKey
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      setChosen(items[(index + step + items.length) % items.length]?.id)
    } else if (event.key === 'Enter' && current !== undefined) open(current, isMod)
    else if (event.key === 'Tab') setKind(nextKind(kind, event.shiftKey ? -1 : 1))
    // A letter like any other until somebody has walked into the list.
    else if (event.key === 'y' && !isMod && chosen !== undefined && current?.copy !== undefined)
      void copyText(current.copy)
    else return
    event.preventDefault()
  }
  return (
    <>
      <Head kind={kind} onClose={onClose}>
        <input
          className={styles['input']}
          role="combobox"
          aria-label={message('palette.field')}
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={current === undefined ? undefined : rowId(list, index)}
          placeholder={message('shell.searchPlaceholder')}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          autoFocus // at once, where the dialog would wait a moment
          value={typed}
          onChange={(event: ChangeEvent<HTMLInputElement>) => fill(event.currentTarget.value)}
          onKeyDown={keyDown}
        />
      </Head>
      <Results
        id={list}
        groups={groups}
        query={typed}
        current={current}
        onOpen={open}
        onPoint={({ id }) => setChosen(id)}
      />
      <Outcome amount={items.length} hasFailed={hasFailed} />
      <Foot />
    </>
  )
}

interface HeadProps {
  kind: Kind | undefined
  onClose: () => void
  children: ReactNode
}

function Head({ kind, onClose, children }: HeadProps) {
  return (
    <div className={styles['head']}>
      <SearchIcon size="1.25rem" stroke={1.5} aria-hidden="true" />
      {kind === undefined ? null : <Tag look="accent">{message(groupLabels[kind])}</Tag>}
      {children}
      <button type="button" className={styles['close']} onClick={onClose}>
        <span className="visually-hidden">{message('shared.close')}</span>
        <KeyCap>Esc</KeyCap>
      </button>
    </div>
  )
}

interface ResultsProps {
  id: string
  groups: PaletteGroup[]
  query: string
  current: PaletteItem | undefined
  onOpen: (item: PaletteItem, isNewTab: boolean) => void
  onPoint: (item: PaletteItem) => void
}

function Results({ id, groups, query, current, onOpen, onPoint }: ResultsProps) {
  const items = groups.flatMap((group) => group.items)
  return (
    <div id={id} role="listbox" aria-label={message('palette.results')} className={styles['list']}>
      {groups.map((group) => (
        <Members key={`${group.kind} ${group.items[0]?.id ?? ''}`} group={group}>
          {group.items.map((item) => (
            <PaletteRow
              key={item.id}
              id={rowId(id, items.indexOf(item))}
              item={item}
              query={query}
              isSelected={item === current}
              onOpen={(isNewTab) => onOpen(item, isNewTab)}
              onPoint={() => onPoint(item)}
            />
          ))}
        </Members>
      ))}
    </div>
  )
}

function Members({ group: { kind, items, total }, children }: { group: PaletteGroup; children: ReactNode }) {
  const label = message(groupLabels[kind])
  return (
    <div role="group" aria-label={label} className={styles['group']}>
      {items[0]?.id === 'search' ? null : (
        <div className={styles['groupHead']} aria-hidden="true">
          {label}
          {total === undefined ? null : (
            <span>{message('palette.shownOf', { shown: items.length, total })}</span>
          )}
        </div>
      )}
      {children}
    </div>
  )
}

function Outcome({ amount, hasFailed }: { amount: number; hasFailed: boolean }) {
  return (
    <p role="status" className={amount === 0 || hasFailed ? styles['note'] : 'visually-hidden'}>
      {hasFailed
        ? message('palette.unreachable')
        : amount === 0
          ? message('palette.nothing')
          : message('palette.count', { count: amount })}
    </p>
  )
}

export const groupLabels: Record<Kind, MessageId> = {
  packages: 'shell.packages',
  repositories: 'shell.repositories',
  pages: 'palette.pages',
  administration: 'spec.administration',
  actions: 'palette.actions',
  recent: 'palette.recent',
  visited: 'palette.visited',
}

function Foot() {
  return (
    <div className={styles['foot']} aria-hidden="true">
      <Hint keys={['↑', '↓']} text={message('shared.keyMove')} />
      <Hint keys={['↵']} text={message('shared.keyOpen')} />
      <Hint keys={[`${keyCaps('submit')[0] ?? ''} ↵`]} text={message('palette.newTab')} />
      <Hint keys={['y']} text={message('palette.copy')} />
      <Hint keys={['Tab']} text={message('palette.kind')} />
      <span className={styles['push']}>
        <Hint keys={['>']} text={message('palette.actionsOnly')} />
      </span>
    </div>
  )
}

function Hint({ keys, text }: { keys: string[]; text: string }) {
  return (
    <span className={styles['hint']}>
      {keys.map((key) => (
        <KeyCap key={key}>{key}</KeyCap>
      ))}
      {text}
    </span>
  )
}

const rowId = (list: string, index: number) => `${list}-${index}`

const nextKind = (kind: Kind | undefined, step: number) =>
  kinds[(kinds.indexOf(kind) + step + kinds.length) % kinds.length]

const wholeAddress = (href: string) => (/^https?:|^\/ui\//.test(href) ? href : `/ui${href}`)
