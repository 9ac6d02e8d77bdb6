import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { count } from '../lib/numbers.ts'
import styles from './tabs.module.css'

export interface Tab<T extends string> {
  value: T
  label: string
  amount?: number | undefined
}

interface TabsProps<T extends string> {
  label: string
  tabs: Tab<T>[]
  value: T
  onChange: (value: T) => void
  children: ReactNode
}

/** The tab pattern: one stop for Tab, arrow keys choose; the panel below belongs to the chosen one. */
export function Tabs<T extends string>({ label, tabs, value, onChange, children }: TabsProps<T>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // On a phone there are more than fit. Only the row moves; the page stays where it is.
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector(`[data-value="${value}"]`)
    if (row == null || tab == null) return
    const [around, within] = [row.getBoundingClientRect(), tab.getBoundingClientRect()]
    if (within.left < around.left) row.scrollLeft -= around.left - within.left
    else if (within.right > around.right) row.scrollLeft += within.right - around.right
  }, [value])
  const move = (event: KeyboardEvent) => {
    const next =
      tabs[
        nextIndex(
          event.key,
          tabs.findIndex((tab) => tab.value === value),
          tabs.length,
        )
      ]
    if (next === undefined) return
    event.preventDefault()
    onChange(next.value)
    list.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus()
  }
  return (
    <>
      <div ref={list} className={styles['list']} role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            data-value={tab.value}
            className={styles['tab']}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={move}
          >
            {tab.label}
            {tab.amount === undefined ? null : <span className={styles['amount']}>{count(tab.amount)}</span>}
          </button>
        ))}
      </div>
      <div
        className={styles['panel']}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        tabIndex={0}
      >
        {children}
      </div>
    </>
  )
}

function nextIndex(key: string, index: number, length: number): number {
  if (key === 'ArrowRight') return (index + 1) % length
  if (key === 'ArrowLeft') return (index + length - 1) % length
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : -1
}
