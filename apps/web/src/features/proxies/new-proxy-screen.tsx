import { proxies } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { ProxyPage } from './proxy-page.tsx'
import { newProxy } from './proxy-draft.ts'
import { useCreateProxy } from './queries.ts'

export function NewProxyScreen() {
  const create = useCreateProxy()
  return (
    <ProxyPage
      title={message('shell.newProxy')}
      saved={newProxy}
      endpoint={proxies.create}
      isNew
      error={create.error}
      isSaving={create.isPending}
      save={(body, onSuccess) => create.mutate({ body }, { onSuccess })}
    />
  )
}
