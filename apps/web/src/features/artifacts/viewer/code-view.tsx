// Text with line numbers, to read and to search in. Only the lines in sight are drawn: five megabytes are a hundred
// thousand of them.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { scaled } from '../../../lib/media.ts'
import { message } from '../../../lib/messages.ts'
import { count } from '../../../lib/numbers.ts'
import { SearchField } from '../../../ui/search-field.tsx'
import styles from './code-view.module.css'
import { rulesFor, tokensOf } from './highlight.ts'
import { ViewHead } from './view-head.tsx'

interface CodeViewProps {
  /** Its end says what language it is. */
  name: string
  text: string
  /** What it is, before the search. */
  title: ReactNode
  actions?: ReactNode
}

export function CodeView({ name, text, title, actions }: CodeViewProps) {
  const lines = useMemo(() => text.split('\n'), [text])
  const [wanted, setWanted] = useState('')
  const [at, setAt] = useState(0)
  const found = useMemo(() => linesWith(lines, wanted), [lines, wanted])
  const scroller = useRef<HTMLPreElement>(null)
  const height = scaled(20)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 20,
  })
  const show = (hits: number[], index: number) => {
    setAt(index)
    const line = hits[index]
    if (line !== undefined) virtual.scrollToIndex(line, { align: 'center' })
  }
  const search = (next: string) => {
    setWanted(next)
    show(linesWith(lines, next), 0)
  }
  const step = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || found.length === 0) return
    event.preventDefault()
    show(found, (at + (event.shiftKey ? found.length - 1 : 1)) % found.length)
  }
  return (
    <>
      <ViewHead title={title}>
        <span className={styles['amount']} role="status">
          {wanted === '' ? '' : amountOf(found.length, at)}
        </span>
        <SearchField
          look="small"
          className={styles['search']}
          label={message('artifacts.searchText')}
          placeholder={message('artifacts.searchText')}
          value={wanted}
          onChange={(event) => search(event.currentTarget.value)}
          onKeyDown={step}
        />
        {actions}
      </ViewHead>
      <pre
        ref={scroller}
        className={styles['code']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- longer than the card, it is scrolled with the arrow keys
        tabIndex={0}
        role="group"
        aria-label={message('artifacts.tabPreview')}
      >
        <div className={styles['lines']} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <Line
              key={index}
              name={name}
              number={index + 1}
              line={lines[index] ?? ''}
              top={start}
              wanted={wanted}
              isCurrent={wanted !== '' && found[at] === index}
            />
          ))}
        </div>
      </pre>
    </>
  )
}

interface LineProps {
  name: string
  number: number
  line: string
  top: number
  wanted: string
  isCurrent: boolean
}

function Line({ name, number, line, top, wanted, isCurrent }: LineProps) {
  const shown = line.slice(0, mostShown)
  return (
    <span
      className={styles['line']}
      data-current={isCurrent || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span className={styles['lineNumber']} aria-hidden="true">
        {number}
      </span>
      {wanted === '' ? <Coloured name={name} line={shown} /> : <Marked line={shown} wanted={wanted} />}
      {line.length > mostShown ? '…' : null}
    </span>
  )
}

const Coloured = ({ name, line }: { name: string; line: string }) =>
  tokensOf(line, rulesFor(name)).map(({ kind, text }, index) =>
    kind === 'plain' ? (
      text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts of a line that does not change
      <span key={index} className={styles[kind]}>
        {text}
      </span>
    ),
  )

function Marked({ line, wanted }: { line: string; wanted: string }) {
  const index = line.toLowerCase().indexOf(wanted.toLowerCase())
  if (index < 0) return line
  const end = index + wanted.length
  return (
    <>
      {line.slice(0, index)}
      <mark className={styles['mark']}>{line.slice(index, end)}</mark>
      {line.slice(end)}
    </>
  )
}

/** A line of a minified file can be as long as the file; nobody reads it to its end. */
const mostShown = 4000

const amountOf = (all: number, at: number) =>
  all === 0
    ? message('artifacts.noHits')
    : message('artifacts.hits', { number: count(at + 1), count: count(all) })

function linesWith(lines: readonly string[], wanted: string): number[] {
  const needle = wanted.toLowerCase()
  if (needle === '') return []
  return lines.flatMap((line, index) => (line.toLowerCase().includes(needle) ? [index] : []))
}
