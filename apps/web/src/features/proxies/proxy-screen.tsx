import { proxies } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { message } from '../../lib/messages.ts'
import { Loaded } from '../../shared/loaded.tsx'
import { draftOf } from './proxy-draft.ts'
import { ProxyPage } from './proxy-page.tsx'
import { proxyOf, useChangeProxy } from './queries.ts'

export function ProxyScreen() {
  const { proxyName: key = '' } = useParams({ strict: false })
  const change = useChangeProxy()
  return (
    <Loaded query={useQuery(proxyOf(key))} failed={message('network.proxyFailed')}>
      {(proxy) => (
        <ProxyPage
          title={key}
          saved={draftOf(proxy)}
          hasPassword={proxy.hasPassword}
          lastUrl={proxy.lastTest?.url}
          endpoint={proxies.change}
          error={change.error}
          isSaving={change.isPending}
          save={(body, onSuccess) => change.mutate({ params: { key }, body }, { onSuccess })}
        />
      )}
    </Loaded>
  )
}
