import { expect, test } from 'vitest'
import { parseLoad } from './load.ts'

const printed = (figures: object) => `Running 8s test\n  16 connections\n${JSON.stringify(figures)}\n`
const figures = { requests: 4000, microseconds: 2e6, bytes: 8e6, p50: 300, p99: 1200, failed: 0 }

test('the figures of a run are read from the line that load.lua prints', () => {
  expect(parseLoad(printed(figures), 'http://x/')).toEqual({
    perSecond: 2000,
    megabytesPerSecond: 4,
    p50Ms: 0.3,
    p99Ms: 1.2,
  })
})

test('a run with failed requests is no measure', () => {
  expect(() => parseLoad(printed({ ...figures, failed: 3 }), 'http://x/')).toThrow(
    '3 requests to http://x/ failed',
  )
})

test('a run without answers is no measure', () => {
  expect(() => parseLoad(printed({ ...figures, requests: 0 }), 'http://x/')).toThrow('No request')
  expect(() => parseLoad('', 'http://x/')).toThrow('wrk printed no figures')
})
