import { useMatches } from '@tanstack/react-router'
import { message } from '../../lib/messages.ts'
import { Empty } from '../../shared/empty.tsx'
import { PageHead } from '../../shared/page-head.tsx'

/** Says what a page will hold. Nothing on it is made up, and nothing can be pressed without effect. */
export function LaterScreen() {
  const { title, later } = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} })
  if (title === undefined || later === undefined) return null
  return (
    <>
      <PageHead title={message(title)} />
      <Empty title={message('later.notYet')} text={message(later)} />
    </>
  )
}
