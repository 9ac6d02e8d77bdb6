// One permission: what it is about, who gets what, the same in words, and the tester beside it. No wizard.
import type { Permission } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { message } from '../../lib/messages.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { Breadcrumb } from '../../shared/breadcrumb.tsx'
import { Empty } from '../../shared/empty.tsx'
import { Loaded } from '../../shared/loaded.tsx'
import { PermissionEditor } from './permission-editor.tsx'
import { permissionDetails } from './queries.ts'

export function PermissionScreen() {
  const { name = '' } = useParams({ strict: false }) as { name?: string } // the route has it
  const permission = useQuery(permissionDetails(name))
  return (
    <>
      <Crumbs name={name} />
      <Loaded
        query={permission}
        failed={message('permissions.failed')}
        missing={
          <Empty title={message('permissions.gone', { name })} text={message('permissions.goneText')} />
        }
      >
        {(data) => <PermissionEditor key={name} saved={data} />}
      </Loaded>
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
