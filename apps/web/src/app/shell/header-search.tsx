import { message } from '../../lib/messages.ts'
import { keyCaps } from '../../lib/shortcut-list.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { SearchIcon } from '../../ui/icons.ts'
import { KeyCap } from '../../ui/tag.tsx'
import { openPalette } from '../palette/open-palette.ts'
import styles from './shell.module.css'

/** Looks like a field and opens the palette, which is the one place to search. */
export function HeaderSearch({ isNarrow }: { isNarrow: boolean }) {
  if (isNarrow)
    return (
      <IconButton
        icon={SearchIcon}
        iconSize={20}
        label={message('shell.openSearch')}
        data-tour="search"
        onClick={openPalette}
      />
    )
  return (
    <button
      type="button"
      className={styles['search']}
      aria-keyshortcuts="Control+K Meta+K"
      data-tour="search"
      onClick={openPalette}
    >
      <SearchIcon size="1rem" stroke={1.5} aria-hidden="true" />
      <span className={styles['searchText']}>{message('shell.searchPlaceholder')}</span>
      <span aria-hidden="true">
        <KeyCap>{keyCaps('palette').join(' ')}</KeyCap>
      </span>
    </button>
  )
}
