import { message } from '../../lib/messages.ts'
import { Link } from '../../lib/link.tsx'
import { useCurrentUser } from '../../lib/session.ts'
import { hideSetMeUp } from '../../lib/set-me-up.ts'
import { CopyButton } from '../../shared/copy-button.tsx'
import { Empty } from '../../shared/empty.tsx'
import { buttonClass } from '../../ui/button.tsx'
import type { Verb } from './choices.ts'

/** Nothing fits: an administrator makes one, others know what to ask for. */
export function NoRepository({ format, verb }: { format: string; verb: Verb }) {
  const isAdmin = useCurrentUser()?.isAdmin === true
  const request = message(verb === 'install' ? 'setMeUp.askInstall' : 'setMeUp.askPublish', { format })
  return (
    <Empty
      title={message('setMeUp.none', { format })}
      text={isAdmin ? undefined : message('setMeUp.ask', { request })}
    >
      {isAdmin ? (
        <span onClickCapture={hideSetMeUp}>
          <Link to="/admin/repositories/local/new" className={buttonClass('filled', 36)}>
            {message('setMeUp.create')}
          </Link>
        </span>
      ) : (
        <CopyButton text={request} what={message('setMeUp.request')} hasText />
      )}
    </Empty>
  )
}
