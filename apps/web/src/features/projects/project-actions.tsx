import { Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message } from '../../lib/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { MoreIcon } from '../../ui/icons.ts'
import type { ProjectMenuProps } from './project-menu.tsx'

const ProjectMenu = lazyPart(() => import('./project-menu.tsx'), 'ProjectMenu')

export function ProjectActions(props: ProjectMenuProps) {
  const label = message('projects.actions', { name: props.project.name })
  return (
    <Suspense fallback={<IconButton icon={MoreIcon} size={28} label={label} disabled />}>
      <ProjectMenu {...props} />
    </Suspense>
  )
}
