import { proxies } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLasting } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { PanelError } from '../../shared/panel-error.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonBlock } from '../../ui/skeleton.tsx'
import { draftOf } from './proxy-draft.ts'
import { ProxyPage } from './proxy-page.tsx'
import { proxyOf, useChangeProxy } from './queries.ts'

export function ProxyScreen() {
  const { proxyName: key = '' } = useParams({ strict: false })
  const found = useQuery(proxyOf(key))
  const change = useChangeProxy()
  const isSlow = useLasting(found.isPending, 1000)
  if (found.error !== null)
    return (
      <Card>
        <PanelError
          title={message('network.proxyFailed')}
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      </Card>
    )
  if (found.data === undefined) return isSlow ? <SkeletonBlock /> : null
  return (
    <ProxyPage
      title={key}
      saved={draftOf(found.data)}
      hasPassword={found.data.hasPassword}
      lastUrl={found.data.lastTest?.url}
      endpoint={proxies.change}
      error={change.error}
      isSaving={change.isPending}
      save={(body, onSuccess) => change.mutate({ params: { key }, body }, { onSuccess })}
    />
  )
}
