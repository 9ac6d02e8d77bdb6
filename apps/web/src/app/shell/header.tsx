import { useState } from 'react'
import { Link } from '../../lib/link.tsx'
import { useIsNarrow } from '../../lib/media.ts'
import { message } from '../../lib/messages.ts'
import { useStart } from '../../lib/frame.ts'
import { isPerson } from '../../lib/session.ts'
import { brand } from '../../messages/brand.ts'
import { buttonClass } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CloseIcon, MenuIcon, SearchIcon } from '../../ui/icons.ts'
import { BrandMark } from './brand-mark.tsx'
import { Bell } from './bell.tsx'
import { HeaderSearch } from './header-search.tsx'
import { HelpMenu } from './help-menu.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'
import type { FrameDialog } from './shell.tsx'
import styles from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

interface HeaderProps {
  onOpen: (dialog: FrameDialog) => void
}

export function Header({ onOpen }: HeaderProps) {
  const isNarrow = useIsNarrow()
  const [isSearching, setSearching] = useState(false)
  if (isNarrow && isSearching) return <SearchingHeader onClose={() => setSearching(false)} />
  return (
    <header className={styles['header']}>
      {isNarrow ? (
        <IconButton
          icon={MenuIcon}
          iconSize={20}
          label={message('shell.menu')}
          onClick={() => onOpen('menu')}
        />
      ) : null}
      <div className={styles['brandCell']}>
        <Link to="/" className={styles['brand']} aria-label={message('shell.home', { name: brand.product })}>
          <BrandMark />
        </Link>
      </div>
      <ProjectSwitcher />
      {isNarrow ? null : <HeaderSearch />}
      <div className={styles['toolsCell']}>
        <div className={styles['tools']}>
          {isNarrow ? (
            <IconButton
              icon={SearchIcon}
              iconSize={20}
              label={message('shell.openSearch')}
              onClick={() => setSearching(true)}
            />
          ) : null}
          <HelpMenu onOpen={onOpen} />
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
      {message('shell.signIn')}
    </Link>
  )
}

function SearchingHeader({ onClose }: { onClose: () => void }) {
  return (
    <header className={styles['header']}>
      <HeaderSearch isFocused onDone={onClose} />
      <IconButton icon={CloseIcon} iconSize={20} label={message('shell.closeSearch')} onClick={onClose} />
    </header>
  )
}
