// Why tries of browser tests failed, in few lines at the end of a run, also of those that a second try made good: the rest of its
// output may be out of reach by then.
import { stripVTControlCharacters } from 'node:util'
import { testsOf } from './browser-report.ts'

const linesShown = 6

export function failedTries(report: unknown): string {
  const tries = testsOf(report).flatMap(({ title, results }) =>
    results.flatMap(({ error }) => (error ? [{ title, error }] : [])),
  )
  return tries
    .map(({ title, error: { message = '', location } }) => {
      const said = stripVTControlCharacters(message)
        .split('\n')
        .filter((line) => line.trim() !== '')
      return [
        `   ✗ ${title} (line ${location?.line ?? '?'})`,
        ...said.slice(0, linesShown).map((line) => `     ${line}`),
      ]
    })
    .flat()
    .join('\n')
}
