import type { RoleUse } from '@bindery/contracts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { Card } from '../../ui/card.tsx'
import { LockIcon } from '../../ui/icons.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './roles.module.css'

interface RoleListProps {
  roles: RoleUse[]
  chosen: string | undefined
  to: string
  isLocked: (role: RoleUse) => boolean
}

/** Roles to choose from; how many have each. */
export function RoleList({ roles, chosen, to, isLocked }: RoleListProps) {
  return (
    <Card label={message('roles.roles')}>
      <ul className={styles['list']}>
        {roles.map((role) => (
          <li key={role.name}>
            <Link
              to={to}
              search={{ role: role.name }}
              className={styles['role']}
              aria-current={role.name === chosen ? 'page' : undefined}
            >
              <span className={styles['name']}>{role.name}</span>
              {isLocked(role) ? (
                <LockIcon size="0.875rem" stroke={1.5} aria-label={message('roles.locked')} />
              ) : null}
              {role.type === 'CUSTOM' ? <Tag>{message('roles.ofThisProject')}</Tag> : null}
              <span className={styles['holders']}>
                {message('roles.holderCount', { count: role.holders })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
