import styles from './charts.module.css'

const width = 56
const height = 18

/** The shape of a month in a table cell; the numbers are beside it. */
export function Sparkline({ values, label }: { values: number[]; label: string }) {
  const top = Math.max(...values, 1)
  const step = width / Math.max(values.length - 1, 1)
  const points = values.map(
    (value, index) => `${round(index * step)},${round(height - 2 - (value / top) * (height - 4))}`,
  )
  return (
    <svg className={styles['sparkline']} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <polyline points={points.join(' ')} />
    </svg>
  )
}

const round = (value: number) => Math.round(value * 10) / 10
