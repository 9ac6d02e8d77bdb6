import type { UpstreamReport } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { Notice } from '../../ui/notice.tsx'

const looks = { passed: 'ok', warning: 'warn', failed: 'error' } as const

/** What came back when another server was tried. */
export function TestReport({ error, report }: { error: Error | null; report: UpstreamReport | undefined }) {
  return (
    <div aria-live="polite">
      {error === null ? null : <Notice look="error">{error.message}</Notice>}
      {report === undefined ? null : (
        <Notice look={looks[report.outcome]}>
          {report.sentence} {message('shared.milliseconds', { count: report.milliseconds })}
        </Notice>
      )}
    </div>
  )
}
