// The right end of the header: what opens menus. They come after the first paint, which needs none of their code.
import { useStart } from '../../lib/frame.ts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { isPerson } from '../../lib/session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Bell } from './bell.tsx'
import { HelpMenu } from './help-menu.tsx'
import { QuickActions } from './quick-actions.tsx'
import { UserMenu } from './user-menu.tsx'

export function HeaderTools({ isNarrow }: { isNarrow: boolean }) {
  return (
    <>
      {isNarrow ? null : <QuickActions />}
      <HelpMenu />
      <Bell />
      <Account />
    </>
  )
}

function Account() {
  const user = useStart()?.user ?? null
  if (isPerson(user)) return <UserMenu user={user} />
  return (
    <Link to="/login" className={buttonClass('outlined', 32)}>
      {message('shell.logIn')}
    </Link>
  )
}
