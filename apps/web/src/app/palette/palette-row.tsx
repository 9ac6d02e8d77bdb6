import { type MouseEvent, useEffect, useRef } from 'react'
import { message } from '../../lib/messages.ts'
import { FormatTile } from '../../shared/format-tile.tsx'
import { EnterIcon } from '../../ui/icons.ts'
import { KeyCap } from '../../ui/tag.tsx'
import type { PaletteItem } from './items.ts'
import styles from './palette.module.css'

interface PaletteRowProps {
  id: string
  item: PaletteItem
  query: string
  isSelected: boolean
  onOpen: (isNewTab: boolean) => void
  onPoint: () => void
}

export function PaletteRow({ id, item, query, isSelected, onOpen, onPoint }: PaletteRowProps) {
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const Glyph = item.icon
  const open = (event: MouseEvent) => onOpen(event.metaKey || event.ctrlKey)
  return (
    <button
      ref={row}
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      className={styles['row']}
      onClick={open}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={isSelected ? undefined : onPoint}
    >
      <span className={styles['icon']}>
        {item.format === undefined ? null : <FormatTile format={item.format} />}
        {Glyph === undefined ? null : <Glyph size="1rem" stroke={1.5} aria-hidden="true" />}
      </span>
      <span className={styles['label']}>
        <Marked text={item.label} query={query} />
      </span>
      {item.version === undefined ? null : <code className={styles['version']}>{item.version}</code>}
      {item.note === undefined ? null : <span className={styles['note']}>{item.note}</span>}
      <span className={styles['aside']}>
        <Aside item={item} query={query} isSelected={isSelected} />
        {isSelected ? (
          <EnterIcon className={styles['enter']} size="1rem" stroke={1.5} aria-hidden="true" />
        ) : null}
      </span>
    </button>
  )
}

interface AsideProps {
  item: PaletteItem
  query: string
  isSelected: boolean
}

/** The selected row says what `y` would copy; the others say why they are here. */
function Aside({ item, query, isSelected }: AsideProps) {
  if (isSelected && item.copy !== undefined)
    return (
      <span className={styles['copy']}>
        <KeyCap>y</KeyCap>
        <code>{item.copy}</code>
      </span>
    )
  if (item.foundBy !== undefined)
    return (
      <span>
        {message('palette.alsoKnown')} <Marked text={item.foundBy} query={query} />
      </span>
    )
  if (item.keys !== undefined) return item.keys.map((key) => <KeyCap key={key}>{key}</KeyCap>)
  return item.aside ?? null
}

/** The typed words set off in a text. */
function Marked({ text, query }: { text: string; query: string }) {
  const words = query
    .replace(/^>/, '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  if (words.length === 0) return text
  return text
    .split(new RegExp(`(${words.join('|')})`, 'i'))
    .map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))
}
