// Which project the application is about, in the header; only where there are projects.
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { useProjectChoice } from '../../lib/project.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { SwitchIcon } from '../../ui/icons.ts'
import { PopoverFrame } from '../../ui/frames/popover-frame.tsx'
import { ProjectChoices } from './project-choices.tsx'
import styles from './project-switcher.module.css'

export function ProjectSwitcher() {
  const [isOpen, setOpen] = useState(false)
  const { chosen, hasProjects } = useProjectChoice()
  useShortcuts(hasProjects ? { projects: () => setOpen(true) } : {})
  if (!hasProjects) return null
  const name = chosen?.name ?? message('shell.allProjects')
  const button = (
    <button
      type="button"
      className={styles['button']}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={message('shell.projectChosen', { name })}
      title={message('shell.projectKey')}
      onClick={() => setOpen(!isOpen)}
    >
      <span className={styles['chosen']}>{name}</span>
      <SwitchIcon size="1rem" stroke={1.5} aria-hidden="true" />
    </button>
  )
  return (
    <div className={styles['cell']} data-switcher>
      <PopoverFrame
        label={message('shell.projectSwitcher')}
        width={320}
        position="bottom-start"
        isOpen={isOpen}
        onChange={setOpen}
        target={button}
      >
        <ProjectChoices onClose={() => setOpen(false)} />
      </PopoverFrame>
    </div>
  )
}
