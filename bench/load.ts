// Runs wrk against one address and reads what it measured.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Load {
  url: string
  headers?: Record<string, string>
  seconds: number
  connections?: number
}

export interface LoadResult {
  perSecond: number
  megabytesPerSecond: number
  p50Ms: number
  p99Ms: number
}

const run = promisify(execFile)

export async function measureLoad(load: Load): Promise<LoadResult> {
  return parseLoad(await runWrk(load), load.url)
}

/** Runs without looking at the figures: a slow server may not answer anything in so short a time. */
export async function warmUp(load: Omit<Load, 'seconds'>): Promise<void> {
  await runWrk({ ...load, seconds: 1 })
}

export function parseLoad(output: string, url: string): LoadResult {
  const line = output.split('\n').find((text) => text.startsWith('{'))
  if (line === undefined) throw new Error(`wrk printed no figures for ${url}:\n${output}`)
  const figures = JSON.parse(line)
  if (figures.failed > 0) throw new Error(`${figures.failed} requests to ${url} failed:\n${output}`)
  if (figures.requests === 0) throw new Error(`No request to ${url} was answered in time`)
  const seconds = figures.microseconds / 1e6
  return {
    perSecond: figures.requests / seconds,
    megabytesPerSecond: figures.bytes / 1e6 / seconds,
    p50Ms: figures.p50 / 1000,
    p99Ms: figures.p99 / 1000,
  }
}

async function runWrk(load: Load): Promise<string> {
  const headers = Object.entries(load.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const connections = String(load.connections ?? 16)
  // One thread: on a small machine a second one takes the processor from the server.
  const shape = ['-t', '1', '-c', connections, '-d', `${load.seconds}s`, '--timeout', '20s']
  const script = ['-s', join(import.meta.dirname, 'load.lua')]
  const { stdout } = await run('wrk', [...shape, ...script, ...headers, load.url])
  return stdout
}
