import type { ManagedRepository, UpstreamReport } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { cache } from '../../lib/query.ts'
import { CloudIcon, RefreshIcon, TesterIcon } from '../../ui/icons.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { repositoryDetails, useChangeRepository, useTestUpstream, useZapCaches } from './queries.ts'
import { upstreamOf } from './repository-draft.ts'

const looks = { passed: 'success', warning: 'warning', failed: 'error' } as const

/** What can be done with the upstream of a remote repository without opening its form. */
export function RemoteItems({ row: { key, problems } }: { row: ManagedRepository }) {
  const change = useChangeRepository()
  const test = useTestUpstream()
  const zap = useZapCaches()
  const isOffline = problems.includes('offline')
  // By what is promised, not by callbacks: the menu is gone when the answer comes.
  const tell = (error: Error) => notify('error', error.message)
  const turn = () =>
    change
      .mutateAsync({ params: { key }, body: { offline: !isOffline } })
      .then(
        () =>
          notify('success', message(isOffline ? 'repository.nowOnline' : 'repository.nowOffline', { key })),
        tell,
      )
  const forget = () =>
    zap
      .mutateAsync({ params: { key } })
      .then(() => notify('success', message('repository.zapped', { key })), tell)
  const report = ({ outcome, sentence }: UpstreamReport) => notify(looks[outcome], `${key}: ${sentence}`)
  const ask = async () => {
    const { configuration } = await cache.fetchQuery(repositoryDetails(key))
    return test.mutateAsync({ body: { key, ...upstreamOf(configuration) } })
  }
  return (
    <>
      <MenuItem icon={TesterIcon} onClick={() => void ask().then(report, tell)}>
        {message('repository.testUpstream')}
      </MenuItem>
      <MenuItem icon={RefreshIcon} onClick={() => void forget()}>
        {message('repository.zapCaches')}
      </MenuItem>
      <MenuItem icon={CloudIcon} onClick={() => void turn()}>
        {message(isOffline ? 'repository.setOnline' : 'repository.setOffline')}
      </MenuItem>
    </>
  )
}
