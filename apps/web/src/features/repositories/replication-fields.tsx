import { message } from '../../lib/messages.ts'
import styles from '../../shared/settings-page.module.css'
import { CheckRow } from '../../ui/check-row.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ReplicationDraft } from './replication-draft.ts'
import type { Mistakes } from './repository-draft.ts'
import { ServerFields } from './server-fields.tsx'

interface ReplicationFieldsProps {
  draft: ReplicationDraft
  mistakes: Mistakes
  isPull: boolean
  hasPassword: boolean
  set: (change: Partial<ReplicationDraft>) => void
}

export function ReplicationFields(props: ReplicationFieldsProps) {
  const { draft, mistakes, isPull, set } = props
  return (
    <>
      {isPull ? <p className={styles['lead']}>{message('repository.pullText')}</p> : <Target {...props} />}
      <CheckRow
        label={message('repository.replicationEnabled')}
        checked={draft.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      {isPull ? null : (
        <CheckRow
          label={message('repository.byEvents')}
          description={message('repository.byEventsText')}
          checked={draft.enableEventReplication}
          onChange={(enableEventReplication) => set({ enableEventReplication })}
        />
      )}
      <TextField
        name="cronExp"
        label={message('repository.cron')}
        description={message('repository.cronText')}
        required={isPull}
        autoComplete="off"
        spellCheck={false}
        value={draft.cronExp}
        error={mistakes['cronExp']}
        onChange={(event) => set({ cronExp: event.currentTarget.value })}
      />
      <CheckRow
        label={message('repository.syncDeletes')}
        description={message(isPull ? 'repository.syncDeletesHere' : 'repository.syncDeletesThere')}
        checked={draft.syncDeletes}
        onChange={(syncDeletes) => set({ syncDeletes })}
      />
      <CheckRow
        label={message('repository.syncProperties')}
        checked={draft.syncProperties}
        onChange={(syncProperties) => set({ syncProperties })}
      />
      <Paths {...props} />
    </>
  )
}

const Target = ({ draft, mistakes, hasPassword, set }: ReplicationFieldsProps) => (
  <ServerFields
    label={message('repository.targetUrl')}
    description={message('repository.targetUrlText')}
    {...{ mistakes, hasPassword }}
    url={draft.url}
    username={draft.username}
    password={draft.password}
    onUrl={(url) => set({ url })}
    onUsername={(username) => set({ username })}
    onPassword={(password) => set({ password })}
  />
)

function Paths({ draft, set }: ReplicationFieldsProps) {
  return (
    <>
      <TextField
        label={message('repository.includePaths')}
        description={message('repository.includePathsText')}
        autoComplete="off"
        spellCheck={false}
        value={draft.includePathPrefixPattern}
        onChange={(event) => set({ includePathPrefixPattern: event.currentTarget.value })}
      />
      <TextField
        label={message('repository.excludePaths')}
        autoComplete="off"
        spellCheck={false}
        value={draft.excludePathPrefixPattern}
        onChange={(event) => set({ excludePathPrefixPattern: event.currentTarget.value })}
      />
    </>
  )
}
