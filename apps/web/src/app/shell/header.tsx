import { Link } from '../../lib/link.tsx'
import { useIsNarrow } from '../../lib/media.ts'
import { message } from '../../lib/messages.ts'
import { useStart } from '../../lib/frame.ts'
import { isPerson } from '../../lib/session.ts'
import { brand } from '../../messages/brand.ts'
import { buttonClass } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { MenuIcon } from '../../ui/icons.ts'
import { frameDialog } from '../frame-dialogs.ts'
import { Bell } from './bell.tsx'
import { BrandMark, useEdition } from './brand-mark.tsx'
import { HeaderSearch } from './header-search.tsx'
import { HelpMenu } from './help-menu.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'
import { QuickActions } from './quick-actions.tsx'
import styles from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

export function Header() {
  const isNarrow = useIsNarrow()
  const edition = useEdition()
  return (
    <header className={styles['header']}>
      {isNarrow ? (
        <IconButton
          icon={MenuIcon}
          iconSize={20}
          label={message('shell.menu')}
          data-tour="navigation"
          onClick={() => frameDialog.set('menu')}
        />
      ) : null}
      <div className={styles['brandCell']}>
        <Link
          to="/"
          className={styles['brand']}
          aria-label={message('shell.home', { name: `${brand.product} ${edition}`.trim() })}
        >
          <BrandMark />
        </Link>
      </div>
      <ProjectSwitcher />
      {isNarrow ? null : <HeaderSearch isNarrow={false} />}
      <div className={styles['toolsCell']}>
        <div className={styles['tools']}>
          {isNarrow ? <HeaderSearch isNarrow /> : <QuickActions />}
          <HelpMenu />
          <Bell />
          <Account />
        </div>
      </div>
    </header>
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
