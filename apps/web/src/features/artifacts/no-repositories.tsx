import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { Empty } from '../../shared/empty.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** Nothing to browse: an administrator sets something up, others ask. */
export function NoRepositories() {
  const isAdmin = useCurrentUser()?.isAdmin === true
  return (
    <>
      <PageHead title={message('artifacts.title')} />
      <Card fills>
        <Empty
          title={message(isAdmin ? 'artifacts.noneYet' : 'artifacts.noneShared')}
          text={message(isAdmin ? 'artifacts.noneYetText' : 'artifacts.noneSharedText')}
        >
          {isAdmin ? (
            <Link to="/quick-setup" className={buttonClass('filled', 36)}>
              {message('shell.quickSetup')}
            </Link>
          ) : null}
        </Empty>
      </Card>
    </>
  )
}
