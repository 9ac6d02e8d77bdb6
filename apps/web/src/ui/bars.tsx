import { type KeyboardEvent, useState } from 'react'
import styles from './charts.module.css'

interface BarsProps {
  values: number[]
  label: string
  /** What a bar says when it is pointed at or reached with the arrow keys. */
  describe: (index: number) => string
  onPoint: (index: number | undefined) => void
}

/** Bars of the same width, the last one is today. */
export function Bars({ values, label, describe, onPoint }: BarsProps) {
  const [pointed, setPointed] = useState<number | undefined>(undefined)
  const top = Math.max(...values, 1)
  const point = (index: number | undefined) => {
    setPointed(index)
    onPoint(index)
  }
  const walk = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    point(Math.min(Math.max((pointed ?? values.length) + by, 0), values.length - 1))
  }
  const now = pointed ?? values.length - 1
  return (
    <div
      className={styles['bars']}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-readonly="true"
      aria-valuemin={0}
      aria-valuemax={values.length - 1}
      aria-valuenow={now}
      aria-valuetext={describe(now)}
      onKeyDown={walk}
      onBlur={() => point(undefined)}
      onPointerLeave={() => point(undefined)}
    >
      {values.map((value, index) => (
        // The days of the month before have no other identity than their place.
        <span
          key={index}
          className={styles['slot']}
          data-pointed={index === pointed || undefined}
          onPointerEnter={() => point(index)}
        >
          <span className={styles['bar']} style={{ height: `${Math.max((value / top) * 100, 2)}%` }} />
        </span>
      ))}
    </div>
  )
}
