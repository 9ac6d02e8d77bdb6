import type { CallInput, mirrors } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import styles from '../../shared/settings-page.module.css'
import { Button } from '../../ui/button.tsx'
import { TestReport } from './test-report.tsx'
import { useTestMirror } from './queries.ts'

interface MirrorTestProps {
  repositoryKey: string
  asked: CallInput<typeof mirrors.test.shape>['body']
}

/** Asks the other side as the form has it, saved or not. */
export function MirrorTest({ repositoryKey: key, asked }: MirrorTestProps) {
  const test = useTestMirror()
  return (
    <>
      <div className={styles['actions']}>
        <Button
          isBusy={test.isPending}
          disabled={asked.url === ''}
          onClick={() => test.mutate({ params: { key }, body: asked })}
        >
          {message('repository.testMirror')}
        </Button>
      </div>
      <TestReport error={test.error} report={test.isPending ? undefined : test.data} />
    </>
  )
}
