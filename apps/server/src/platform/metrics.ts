// Counters, gauges and histograms in Prometheus' text form (https://prometheus.io/docs/instrumenting/exposition_formats/).
// Every label lists its values beforehand and all else becomes "other", so that no request, however odd,
// can make this grow. Counting is an addition in a preallocated array.

type Labels = Readonly<Record<string, readonly string[]>>

type LabelValues<L extends Labels> = { readonly [K in keyof L]: string }

interface Counter<L extends Labels> {
  add(labels: LabelValues<L>, amount?: number): void
}

export interface Histogram<L extends Labels> {
  observe(labels: LabelValues<L>, value: number): void
}

export interface Metrics {
  counter<const L extends Labels>(name: string, help: string, labels: L): Counter<L>
  histogram<const L extends Labels>(
    name: string,
    help: string,
    labels: L,
    buckets: readonly number[],
  ): Histogram<L>
  /** Asked when somebody reads the metrics, never in between. Undefined leaves the value out. */
  gauge(name: string, help: string, read: () => number | undefined, kind?: 'gauge' | 'counter'): void
  /** A gauge with one label, such as jobs by state. */
  gauges<const V extends readonly string[]>(
    name: string,
    help: string,
    label: string,
    values: V,
    read: () => Promise<Partial<Record<V[number], number>>> | Partial<Record<V[number], number>>,
  ): void
  /** The whole exposition. */
  render(): Promise<string>
}

export function createMetrics(): Metrics {
  const families = new Map<string, () => Promise<string[]>>()
  const register = (name: string, kind: string, help: string, lines: () => Promise<string[]> | string[]) => {
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`${name} is not a name for a metric`)
    if (families.has(name)) throw new Error(`The metric ${name} is registered twice`)
    families.set(name, async () => [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...(await lines())])
  }
  return {
    counter(name, help, labels) {
      const series = createSeries(labels)
      const counts = new Float64Array(series.count)
      register(name, 'counter', help, () => counterLines(name, series, counts))
      return {
        add(values, amount = 1) {
          const index = series.indexOf(values)
          counts[index] = (counts[index] ?? 0) + amount
        },
      }
    },
    histogram(name, help, labels, buckets) {
      const table = createHistogram(createSeries(labels), buckets)
      register(name, 'histogram', help, () => histogramLines(name, table))
      return { observe: (values, value) => observe(table, table.series.indexOf(values), value) }
    },
    gauge(name, help, read, kind = 'gauge') {
      register(name, kind, help, () => sample(name, '', read()))
    },
    gauges(name, help, label, values, read) {
      register(name, 'gauge', help, async () => {
        const found: Partial<Record<string, number>> = await read()
        return values.flatMap((value) => sample(name, `{${label}="${escapeLabel(value)}"}`, found[value]))
      })
    },
    async render() {
      const parts = await Promise.all([...families.values()].map((lines) => lines()))
      return `${parts.flat().join('\n')}\n`
    },
  }
}

/** All combinations of label values, numbered. */
interface Series<L extends Labels> {
  count: number
  indexOf(values: LabelValues<L>): number
  /** `method="GET",status="2xx"` */
  textOf(index: number): string
}

function createSeries<L extends Labels>(labels: L): Series<L> {
  const axes = Object.entries(labels).map(([label, listed]) => {
    const values = [...new Set([...listed, 'other'])]
    return { label, values, positions: new Map(values.map((value, position) => [value, position])) }
  })
  const count = axes.reduce((product, axis) => product * axis.values.length, 1)
  if (count > 20_000) throw new Error(`A metric with ${count} series is too large`)
  return {
    count,
    indexOf(values) {
      let index = 0
      for (const axis of axes) {
        const position = axis.positions.get(values[axis.label] ?? 'other') ?? axis.values.length - 1
        index = index * axis.values.length + position
      }
      return index
    },
    textOf(index) {
      const pairs: string[] = []
      for (const axis of axes.toReversed()) {
        pairs.unshift(`${axis.label}="${escapeLabel(axis.values[index % axis.values.length] ?? '')}"`)
        index = Math.floor(index / axis.values.length)
      }
      return pairs.join(',')
    },
  }
}

interface HistogramTable<L extends Labels> {
  series: Series<L>
  buckets: readonly number[]
  /** For each series: a count for each bucket and one for what is over the last. */
  counts: Float64Array
  sums: Float64Array
}

function createHistogram<L extends Labels>(series: Series<L>, buckets: readonly number[]): HistogramTable<L> {
  const counts = new Float64Array(series.count * (buckets.length + 1))
  return { series, buckets, counts, sums: new Float64Array(series.count) }
}

function observe<L extends Labels>(table: HistogramTable<L>, index: number, value: number): void {
  const { buckets, counts, sums } = table
  let bucket = 0
  while (bucket < buckets.length && value > (buckets[bucket] ?? 0)) bucket++
  const at = index * (buckets.length + 1) + bucket
  counts[at] = (counts[at] ?? 0) + 1
  sums[index] = (sums[index] ?? 0) + value
}

function counterLines<L extends Labels>(name: string, series: Series<L>, counts: Float64Array): string[] {
  const lines: string[] = []
  counts.forEach((count, index) => {
    const labels = series.textOf(index)
    if (count > 0 || series.count === 1) lines.push(`${name}${labels && `{${labels}}`} ${count}`)
  })
  return lines
}

function histogramLines<L extends Labels>(name: string, table: HistogramTable<L>): string[] {
  const lines: string[] = []
  const width = table.buckets.length + 1
  table.sums.forEach((sum, index) => {
    const labels = table.series.textOf(index)
    const rest = labels && `,${labels}`
    let total = 0
    const bucketLines = [...table.buckets, Infinity].map((bound, bucket) => {
      total += table.counts[index * width + bucket] ?? 0
      return `${name}_bucket{le="${bound === Infinity ? '+Inf' : bound}"${rest}} ${total}`
    })
    const braces = labels && `{${labels}}`
    if (total > 0)
      lines.push(...bucketLines, `${name}_sum${braces} ${sum}`, `${name}_count${braces} ${total}`)
  })
  return lines
}

const sample = (name: string, labels: string, value: number | undefined): string[] =>
  value === undefined ? [] : [`${name}${labels} ${value}`]

const escapeLabel = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
