// One permission: what it is about, who gets what, the same in words, and the tester beside it. No wizard.
import type { Permission } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLasting } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { Empty } from '../../shared/empty.tsx'
import { PanelError } from '../../shared/panel-error.tsx'
import { CallError } from '../../lib/call.ts'
import { Card } from '../../ui/card.tsx'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { PermissionEditor } from './permission-editor.tsx'
import { permissionDetails } from './queries.ts'

export function PermissionScreen() {
  const { name = '' } = useParams({ strict: false }) as { name?: string } // the route has it
  const permission = useQuery(permissionDetails(name))
  const isSlow = useLasting(permission.isPending, 1000)
  return (
    <>
      <Crumbs name={name} />
      {permission.error === null ? null : (
        <Card>
          {permission.error instanceof CallError && permission.error.status === 404 ? (
            <Empty title={message('permissions.gone', { name })} text={message('permissions.goneText')} />
          ) : (
            <PanelError
              title={message('permissions.failed')}
              error={permission.error}
              onRetry={() => void permission.refetch()}
            />
          )}
        </Card>
      )}
      {permission.isPending && isSlow ? <SkeletonBlock /> : null}
      {permission.data === undefined || permission.error !== null ? null : (
        <PermissionEditor key={name} saved={permission.data} />
      )}
    </>
  )
}

export function NewPermissionScreen() {
  return (
    <>
      <Crumbs name={message('shell.newPermission')} />
      <PermissionEditor saved={nothing} />
    </>
  )
}

/** A new one begins with nothing, and its maker may do everything with it. */
const nothing: Permission = {
  name: '',
  sections: [],
  createdAt: '',
  modifiedAt: '',
  modifiedBy: '',
  can: { edit: true, addResources: true, grantManage: true, delete: false },
}

function Crumbs({ name }: { name: string }) {
  const isAdmin = useCurrentUser()?.isAdmin === true
  return (
    <Breadcrumb
      crumbs={[
        ...(isAdmin ? [{ text: message('shell.groupPeople'), to: '/admin/management/users' }] : []),
        { text: message('shell.permissions'), to: '/admin/management/permissions' },
        { text: name },
      ]}
    />
  )
}
