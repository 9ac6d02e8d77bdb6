import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { Tag } from '../../ui/tag.tsx'
import { upstreamReport } from './queries.ts'

/** Whether the server reaches the upstream, asked before anything is made; it can be made either way. */
export function Reach({ url }: { url: string }) {
  const { data, isPending } = useQuery(upstreamReport(url))
  if (isPending) return <Tag>{message('quickSetup.asking')}</Tag>
  if (data === undefined) return null
  return data.outcome === 'failed' ? (
    <span title={data.sentence}>
      <Tag look="warn">{message('quickSetup.notReached')}</Tag>
    </span>
  ) : (
    <Tag look="ok">{message('quickSetup.reached', { count: data.milliseconds })}</Tag>
  )
}
