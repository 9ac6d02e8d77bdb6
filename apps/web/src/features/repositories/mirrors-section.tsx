import type { MirrorStatus } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { When } from '../../shared/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { mirrorList, useRunMirrors } from './queries.ts'

const lookAgain = 2000
const isBusy = ({ isRunning, waiting }: MirrorStatus) => isRunning || waiting > 0

/** Where the repository is mirrored to, how that goes, and why not; nothing when it is not. */
export function MirrorsSection({ repositoryKey: key }: { repositoryKey: string }) {
  const { data = [] } = useQuery({
    ...mirrorList(key),
    refetchInterval: (query) => (query.state.data?.some(isBusy) === true ? lookAgain : false),
  })
  const run = useRunMirrors()
  if (data.length === 0) return null
  return (
    <FormSection
      title={message('repository.mirrors')}
      text={message('repository.mirrorsText')}
      aside={
        <Button isBusy={run.isPending} onClick={() => run.mutate({ params: { key } })}>
          {message('repository.runNow')}
        </Button>
      }
    >
      {run.error === null ? null : (
        <Notice look="error" isUrgent>
          {run.error.message}
        </Notice>
      )}
      {data.map((mirror) => (
        <Mirror key={mirror.url} mirror={mirror} />
      ))}
    </FormSection>
  )
}

const looks = { ok: 'ok', never_run: 'info', inconsistent: 'warn', error: 'error' } as const
const texts = {
  ok: 'repository.mirrorOk',
  never_run: 'repository.mirrorNeverRun',
  inconsistent: 'repository.mirrorInconsistent',
  error: 'repository.mirrorError',
} as const

function Mirror({ mirror }: { mirror: MirrorStatus }) {
  const { url, status, reason, isRunning, lastCompleted, waiting } = mirror
  return (
    <Notice look={looks[status]} title={url === '' ? message('repository.mirrorUpstream') : url}>
      <p>
        {isRunning ? message('repository.mirrorRunning') : message(texts[status])}
        {lastCompleted === null ? null : (
          <>
            {' · '}
            {message('repository.mirrorLast')} <When at={lastCompleted} />
          </>
        )}
        {waiting === 0 ? null : ` · ${message('repository.mirrorWaiting', { count: waiting })}`}
      </p>
      {reason === null ? null : <p>{reason}</p>}
    </Notice>
  )
}
