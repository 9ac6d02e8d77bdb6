// What every process tells about itself and about the requests it answered.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Histogram, Metrics } from './metrics.ts'

/** The classes that requests are counted under; never paths, which anybody can invent. */
export type RequestMetrics = (routeClass: string, method: string, status: number, seconds: number) => void

const methods = ['GET', 'HEAD', 'PUT', 'POST', 'PATCH', 'DELETE', 'OPTIONS'] as const
const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const
const durations = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function requestMetrics(metrics: Metrics, routeClasses: readonly string[]): RequestMetrics {
  const counter = metrics.counter('bindery_http_requests_total', 'Requests answered', {
    route: routeClasses,
    method: methods,
    status: statusClasses,
  })
  const duration: Histogram<{ route: readonly string[] }> = metrics.histogram(
    'bindery_http_request_duration_seconds',
    'From the headers of a request to the last byte of its reply',
    { route: routeClasses },
    durations,
  )
  return (route, method, status, seconds) => {
    counter.add({ route, method, status: statusClasses[Math.floor(status / 100) - 1] ?? 'other' })
    duration.observe({ route }, seconds)
  }
}

/** Returns what stops the measurement of the event loop. */
export function processMetrics(metrics: Metrics, version: string): () => void {
  // Every 50 ms: enough to see a blocked loop, and not felt when idle.
  const delay = monitorEventLoopDelay({ resolution: 50 })
  delay.enable()
  metrics.gauges('bindery_build_info', 'The version that runs', 'version', [version], () => ({
    [version]: 1,
  }))
  metrics.gauge('process_resident_memory_bytes', 'Resident memory', () => process.memoryUsage.rss())
  metrics.gauge('process_heap_bytes', 'Used heap', () => process.memoryUsage().heapUsed)
  metrics.gauge('process_cpu_seconds_total', 'Processor time used', cpuSeconds, 'counter')
  metrics.gauge('process_start_time_seconds', 'When the process started, since 1970', () => startedAt)
  metrics.gauge('bindery_uptime_seconds', 'Since the process started', () => process.uptime())
  metrics.gauge(
    'bindery_event_loop_delay_p99_seconds',
    'Delay of the event loop since the last reading',
    () => {
      const seconds = Math.max(0, delay.percentile(99) / 1e9 - 0.05)
      delay.reset()
      return Number.isFinite(seconds) ? seconds : 0
    },
  )
  return () => delay.disable()
}

const startedAt = Date.now() / 1000 - process.uptime()

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
