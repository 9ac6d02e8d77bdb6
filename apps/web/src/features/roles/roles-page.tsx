// Roles beside each other on the left, the chosen one on the right; for all projects or for one.
import type { EnvironmentUse, RoleUse } from '@bindery/contracts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLasting } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { Empty } from '../../shared/empty.tsx'
import { NewLink } from '../../shared/new-link.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { RoleEditor } from './role-editor.tsx'
import { RoleList } from './role-list.tsx'
import { parseRoleSearch } from './role-search.ts'
import styles from './roles.module.css'

interface RolesPageProps {
  title: string
  to: string
  project?: string
  canManage: boolean
  roles: UseQueryResult<RoleUse[]>
  environments: EnvironmentUse[]
  /** Why a role cannot be changed here; undefined when it can. */
  lockOf: (role: RoleUse) => string | undefined
  /** What stands under a role. */
  below?: (role: RoleUse) => ReactNode
}

export function RolesPage(props: RolesPageProps) {
  const { title, to, canManage, roles } = props
  const navigate = useNavigate()
  useShortcuts(canManage ? { create: () => void navigate({ to, search: { new: 'true' } }) } : {})
  return (
    <>
      <PageHead title={title} amount={roles.data === undefined ? undefined : count(roles.data.length)}>
        {canManage ? (
          <NewLink to={to} search={{ new: 'true' }}>
            {message('roles.new')}
          </NewLink>
        ) : null}
      </PageHead>
      {roles.data === undefined ? <Waiting roles={roles} /> : <Roles {...props} all={roles.data} />}
    </>
  )
}

function Waiting({ roles: { error, isPending, refetch } }: Pick<RolesPageProps, 'roles'>) {
  const isSlow = useLasting(isPending, 1000)
  return (
    <Card>
      {error === null ? null : (
        <PanelError title={message('roles.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {isSlow && isPending ? <SkeletonRows /> : null}
    </Card>
  )
}

function Roles(props: RolesPageProps & { all: RoleUse[] }) {
  const { to, project, canManage, all, environments, lockOf, below } = props
  const search = useSearchParams(parseRoleSearch)
  const navigate = useNavigate()
  const isNew = search.new !== undefined && canManage
  const name = search.role ?? all[0]?.name
  const chosen = isNew ? undefined : all.find((role) => role.name === name)
  const shared = {
    environments: environments.map((environment) => environment.name),
    onDone: (role: string | undefined) =>
      void navigate({ to, search: role === undefined ? {} : { role }, ignoreBlocker: true }),
    ...(project === undefined ? {} : { project }),
  }
  return (
    <div className={styles['columns']}>
      <RoleList roles={all} chosen={chosen?.name} to={to} isLocked={(role) => lockOf(role) !== undefined} />
      <div className={styles['main']}>
        {isNew ? <RoleEditor key="new" {...shared} /> : null}
        {chosen === undefined ? null : (
          <RoleEditor key={chosen.name} role={chosen} locked={lockOf(chosen)} {...shared}>
            {below?.(chosen)}
          </RoleEditor>
        )}
        {!isNew && chosen === undefined ? (
          <Card>
            <Empty title={message('roles.noSuchRole', { name: name ?? '' })} />
          </Card>
        ) : null}
      </div>
    </div>
  )
}
