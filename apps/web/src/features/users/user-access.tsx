import type { EffectivePermission, UserDetails } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { actionLabels } from '../../shared/access/actions.ts'
import { sectionActions } from '../../shared/access/sections.ts'
import { targetLabel } from '../../shared/access/any-names.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { buttonClass } from '../../ui/button.tsx'
import own from './user-access.module.css'
import { effectivePermissions } from './queries.ts'

const most = 8

/** What this user can do, by permission; the tester answers single questions. */
export function UserAccess({ user }: { user: UserDetails }) {
  const access = useQuery(effectivePermissions(user.name)).data
  const items = access?.items ?? []
  return (
    <FormSection
      title={message('people.whatCan')}
      aside={
        <Link
          to="/admin/management/access-tester"
          search={{ subject: `user:${user.name}` }}
          className={buttonClass('outlined', 28)}
        >
          {message('people.test')}
        </Link>
      }
    >
      {access?.isAdmin === true ? <p>{message('people.canEverything')}</p> : null}
      {access?.isAdmin === false && items.length === 0 ? (
        <p className={styles['muted']}>{message('people.canNothing')}</p>
      ) : null}
      {items.length === 0 ? null : (
        <ul className={own['list']}>
          {items.slice(0, most).map((item) => (
            <Item key={`${item.permission} ${item.section} ${item.target}`} item={item} />
          ))}
        </ul>
      )}
      {(access?.total ?? 0) > most ? (
        <Link to="/admin/management/permissions" search={{ user: user.name }}>
          {message('people.allPermissions', { count: access?.total ?? 0 })}
        </Link>
      ) : null}
    </FormSection>
  )
}

function Item({ item }: { item: EffectivePermission }) {
  const actions = sectionActions.artifact.filter((action) => item.actions.includes(action))
  const groups = item.via.filter(({ kind }) => kind === 'group').map(({ name }) => name)
  return (
    <li className={own['item']}>
      <span className={own['target']}>{targetLabel(item.target)}</span>
      <span className={own['actions']}>
        {actions.map((action) => message(actionLabels[action])).join(', ')}
      </span>
      <span className={own['via']}>
        <Link to="/admin/management/permissions/$name/edit" params={{ name: item.permission }}>
          {item.permission}
        </Link>
        {groups.length === 0 ? null : ` ${message('people.through', { groups: groups.join(', ') })}`}
      </span>
    </li>
  )
}
