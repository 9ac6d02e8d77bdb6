import type { GarbageRun } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { size } from '../../../lib/numbers.ts'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { CareCard, RunLine } from './care-card.tsx'
import { GarbageDialog } from './garbage-dialog.tsx'
import { garbageState, useCollect } from './queries.ts'

export function GarbageCard() {
  const state = useQuery(garbageState)
  const collect = useCollect()
  const [isOpen, setOpen] = useState(false)
  const isBusy = collect.isPending || state.data?.isRunning === true
  const begin = (isPreview: boolean) => collect.mutate({ body: { isPreview } })
  return (
    <>
      <CareCard
        title={message('care.garbage')}
        state={state}
        settingsLabel={message('care.garbageSettings')}
        onSettings={() => setOpen(true)}
        actions={
          <>
            <Button disabled={isBusy} onClick={() => begin(true)}>
              {message('care.preview')}
            </Button>
            <Button look="filled" isBusy={isBusy} onClick={() => begin(false)}>
              {message('care.collect')}
            </Button>
          </>
        }
      >
        {({ due, waiting, runs, nextRunAt, settings }) => (
          <>
            <Facts
              facts={[
                { label: message('care.due'), value: amount(due) },
                { label: message('care.waiting', { days: settings.undoDays }), value: amount(waiting) },
              ]}
            />
            <RunLine
              run={runs[0]}
              text={runs[0] === undefined ? '' : textOf(runs[0])}
              nextRunAt={nextRunAt}
            />
          </>
        )}
      </CareCard>
      {isOpen && state.data !== undefined ? (
        <GarbageDialog saved={state.data.settings} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

const amount = (given: { count: number; bytes: number }) =>
  given.count === 0
    ? message('care.nothing')
    : message('care.amount', { size: size(given.bytes), count: given.count })

function textOf({ isPreview, looked, removed, isCutShort }: GarbageRun): string {
  if (isPreview) return message('care.looked', { count: looked })
  const text =
    removed.count === 0
      ? message('care.removedNothing')
      : message('care.removed', { size: size(removed.bytes), count: removed.count })
  return isCutShort ? `${text} ${message('care.cutShort')}` : text
}
