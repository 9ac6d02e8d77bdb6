import { useNavigate } from '@tanstack/react-router'
import { message } from '../../lib/messages.ts'
import { ChangeButton } from '../../ui/button.tsx'
import { ChevronDownIcon, PlusIcon } from '../../ui/icons.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { kindTexts, listedKinds, newPath } from './kinds.ts'
import styles from './repositories-screen.module.css'

export function CreateMenu() {
  const navigate = useNavigate()
  return (
    <Menu
      target={
        <ChangeButton look="filled" icon={PlusIcon}>
          <span className={styles['create']}>
            {message('repositories.create')}
            <ChevronDownIcon size="0.875rem" stroke={1.75} aria-hidden="true" />
          </span>
        </ChangeButton>
      }
    >
      {listedKinds.map((kind) => (
        <MenuItem key={kind} icon={kindTexts[kind].icon} onClick={() => void navigate({ to: newPath(kind) })}>
          {message(kindTexts[kind].create)}
        </MenuItem>
      ))}
    </Menu>
  )
}
