import { Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { Link } from '../../lib/link.tsx'
import { useIsNarrow } from '../../lib/media.ts'
import { message } from '../../lib/messages.ts'
import { brand } from '../../messages/brand.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { MenuIcon } from '../../ui/icons.ts'
import { frameDialog } from '../frame-dialogs.ts'
import { BrandMark, useEdition } from './brand-mark.tsx'
import { HeaderSearch } from './header-search.tsx'
import styles from './shell.module.css'

const HeaderTools = lazyPart(() => import('./header-tools.tsx'), 'HeaderTools')
const ProjectSwitcher = lazyPart(() => import('./project-switcher.tsx'), 'ProjectSwitcher')

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
      <Suspense fallback={null}>
        <ProjectSwitcher />
      </Suspense>
      {isNarrow ? null : <HeaderSearch isNarrow={false} />}
      <div className={styles['toolsCell']}>
        <div className={styles['tools']}>
          {isNarrow ? <HeaderSearch isNarrow /> : null}
          <Suspense fallback={<div className={styles['toolsRoom']} />}>
            <HeaderTools isNarrow={isNarrow} />
          </Suspense>
        </div>
      </div>
    </header>
  )
}
