import type { RepositoryDetails } from '@bindery/contracts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { NameChips } from '../../shared/name-chips.tsx'
import { When } from '../../shared/when.tsx'
import { Fact } from './repository-card.tsx'
import styles from './repository-card.module.css'
import { settingLabels } from './setting-labels.ts'

interface LastChangeProps {
  repositoryKey: string
  change: NonNullable<RepositoryDetails['lastChange']>
}

/** Who changed what of it last; the way to all that was done before is for those who may read the audit log. */
export function LastChange({ repositoryKey, change: { by, at, settings } }: LastChangeProps) {
  const isAdmin = useCurrentUser()?.isAdmin === true
  return (
    <Fact label={message('repository.lastChange')}>
      <span className={styles['change']}>
        <span>
          {by} · <When at={at} />
        </span>
        {settings.length === 0 ? null : <NameChips names={settingLabels(settings)} show={3} />}
        {isAdmin ? (
          <Link to="/admin/security/audit" search={{ target: repositoryKey }}>
            {message('repository.allChanges')}
          </Link>
        ) : null}
      </span>
    </Fact>
  )
}
