import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { FormatTile } from '../../shared/format-tile.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LockIcon } from '../../ui/icons.ts'
import styles from './environments.module.css'
import { environmentUse } from './queries.ts'

/** What lies in an environment. */
export function UseDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const use = useQuery(environmentUse(name))
  return (
    <Dialog title={message('environments.useTitle', { name })} onClose={onClose}>
      {use.error === null ? null : (
        <PanelError
          title={message('environments.failed')}
          error={use.error}
          onRetry={() => void use.refetch()}
        />
      )}
      <ul className={styles['used']}>
        {(use.data?.repositories ?? []).map(({ key, format }) => (
          <li key={key}>
            <FormatTile format={format} />
            {key}
          </li>
        ))}
        {(use.data?.roles ?? []).map(({ name: role, project }) => (
          <li key={`${project} ${role}`}>
            <LockIcon size="1rem" stroke={1.5} aria-hidden="true" />
            {project === ''
              ? message('environments.globalRole', { role })
              : message('environments.projectRole', { role, project })}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
