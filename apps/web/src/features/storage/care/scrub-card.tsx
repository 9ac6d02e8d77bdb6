import type { BlobFinding, ScrubRun, ScrubState } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { size } from '../../../lib/numbers.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { CareCard, RunLine } from './care-card.tsx'
import styles from './care.module.css'
import { scrubState, useScrub } from './queries.ts'
import { ScrubDialog } from './scrub-dialog.tsx'

export function ScrubCard() {
  const state = useQuery(scrubState)
  const scrub = useScrub()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <CareCard
        title={message('care.scrub')}
        state={state}
        settingsLabel={message('care.scrubSettings')}
        onSettings={() => setOpen(true)}
        actions={
          <Button isBusy={scrub.isPending || state.data?.isRunning === true} onClick={() => scrub.mutate({})}>
            {message('care.startScrub')}
          </Button>
        }
      >
        {(data) => <Checked state={data} />}
      </CareCard>
      {isOpen && state.data !== undefined ? (
        <ScrubDialog saved={state.data.settings} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

function Checked({ state: { findings, runs, nextRunAt } }: { state: ScrubState }) {
  const [run] = runs
  return (
    <>
      {findings.length === 0 ? (
        <p className={styles['line']}>{message('care.allWell')}</p>
      ) : (
        <Notice look="error">
          {message('care.hurt', { count: findings.length })}
          <ul className={styles['findings']}>
            {findings.slice(0, 10).map((finding) => (
              <Finding key={finding.sha256} finding={finding} />
            ))}
          </ul>
        </Notice>
      )}
      <RunLine run={run} text={run === undefined ? '' : textOf(run)} nextRunAt={nextRunAt} />
    </>
  )
}

const textOf = ({ checked: { bytes, count } }: ScrubRun) =>
  count === 0 ? message('care.checkedNothing') : message('care.checked', { size: size(bytes), count })

function Finding({ finding: { sha256, problem, files, paths } }: { finding: BlobFinding }) {
  const more = files - paths.length
  return (
    <li>
      {message(problem === 'missing' ? 'care.missing' : 'care.damaged')}{' '}
      <code title={sha256}>{paths.join(', ') || sha256}</code>
      {more > 0 ? ` ${message('care.more', { count: more })}` : null}
    </li>
  )
}
