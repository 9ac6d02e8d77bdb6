import { expect, test } from 'vitest'
import { processMetrics, requestMetrics } from './metrics-standard.ts'
import { createMetrics } from './metrics.ts'

test('counters, histograms and gauges are written in the form that Prometheus reads', async () => {
  const metrics = createMetrics()
  const jobs = metrics.counter('jobs_total', 'Jobs done', { kind: ['scan', 'we"ird\n'] })
  const size = metrics.histogram('size_bytes', 'Sizes', { kind: ['a'] }, [10, 100])
  metrics.gauge('up', 'Whether it runs', () => 1)
  metrics.gauges('queue', 'Jobs by state', 'state', ['waiting', 'failed'], async () => ({ waiting: 2 }))
  jobs.add({ kind: 'scan' }, 2)
  jobs.add({ kind: 'we"ird\n' })
  for (const value of [5, 10, 50, 5000]) size.observe({ kind: 'a' }, value)
  expect(await metrics.render()).toMatchInlineSnapshot(`
    "# HELP jobs_total Jobs done
    # TYPE jobs_total counter
    jobs_total{kind="scan"} 2
    jobs_total{kind="we\\"ird\\n"} 1
    # HELP size_bytes Sizes
    # TYPE size_bytes histogram
    size_bytes_bucket{le="10",kind="a"} 2
    size_bytes_bucket{le="100",kind="a"} 3
    size_bytes_bucket{le="+Inf",kind="a"} 4
    size_bytes_sum{kind="a"} 5065
    size_bytes_count{kind="a"} 4
    # HELP up Whether it runs
    # TYPE up gauge
    up 1
    # HELP queue Jobs by state
    # TYPE queue gauge
    queue{state="waiting"} 2
    "
  `)
})

test('a million odd requests make no more than one odd series', async () => {
  const metrics = createMetrics()
  const record = requestMetrics(metrics, ['api', 'npm'])
  for (let number = 0; number < 1_000_000; number++)
    record(`/random/${number}`, `M${number % 1000}`, number, 0.001)
  const lines = (await metrics.render())
    .split('\n')
    .filter((line) => line.startsWith('bindery_http_requests_total'))
  expect(lines.length).toBeLessThanOrEqual(6)
  expect(lines.every((line) => line.includes('route="other",method="other"'))).toBe(true)
  const total = lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  expect(total).toBe(1_000_000)
})

test('the process tells its memory, processor time, uptime and event loop delay', async () => {
  const metrics = createMetrics()
  const stop = processMetrics(metrics, '1.2.3')
  const text = await metrics.render()
  stop()
  expect(text).toContain('bindery_build_info{version="1.2.3"} 1')
  for (const name of ['process_resident_memory_bytes', 'process_cpu_seconds_total', 'bindery_uptime_seconds'])
    expect(Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]), name).toBeGreaterThan(0)
  expect(text).toMatch(/^bindery_event_loop_delay_p99_seconds \d/m)
})

test('a metric has a proper name, is registered once, and cannot be huge', () => {
  const metrics = createMetrics()
  metrics.gauge('up', 'x', () => 1)
  expect(() => metrics.gauge('up', 'x', () => 1)).toThrow('twice')
  expect(() => metrics.gauge('No spaces', 'x', () => 1)).toThrow('not a name')
  const values = Array.from({ length: 200 }, (_, index) => String(index))
  expect(() => metrics.counter('big', 'x', { a: values, b: values })).toThrow('too large')
})
