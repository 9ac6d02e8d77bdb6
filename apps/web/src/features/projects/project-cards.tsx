import type { ProjectSummary } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { cx } from '../../ui/cx.ts'
import { ProjectActions } from './project-actions.tsx'
import styles from './project-cards.module.css'
import { ProjectLink } from './project-link.tsx'
import { StorageMeter } from './storage-meter.tsx'

interface ProjectCardsProps {
  rows: ProjectSummary[]
  isDimmed: boolean
  onDelete: (project: ProjectSummary) => void
}

export function ProjectCards({ rows, isDimmed, onDelete }: ProjectCardsProps) {
  return (
    <ul className={cx(styles['grid'], isDimmed && styles['dimmed'])} aria-label={message('shell.projects')}>
      {rows.map((project) => (
        <li key={project.key} className={styles['card']}>
          <div className={styles['head']}>
            <h2 className={styles['title']}>
              <ProjectLink project={project} className={styles['name']} />
            </h2>
            <code className={styles['key']}>{project.key}</code>
            <ProjectActions project={project} onDelete={onDelete} />
          </div>
          {project.description === '' ? null : <p className={styles['description']}>{project.description}</p>}
          <div className={styles['meter']}>
            <StorageMeter project={project} />
          </div>
          <p className={styles['facts']}>{adminsOf(project)}</p>
          <p className={styles['facts']}>
            {message('projects.repositoryCount', { count: project.repositories })}
            {' · '}
            {membersOf(project)}
          </p>
        </li>
      ))}
    </ul>
  )
}

export function adminsOf({ admins, adminCount }: ProjectSummary): string {
  if (adminCount === 0) return message('projects.noAdmins')
  const more = adminCount - admins.length
  const names = more > 0 ? [...admins, message('shared.more', { count: more })] : admins
  return message('projects.admins', { names: names.join(', ') })
}

export function membersOf({ users, groups }: Pick<ProjectSummary, 'users' | 'groups'>): string {
  const people = message('projects.userCount', { count: users })
  return groups === 0 ? people : `${people}, ${message('projects.groupCount', { count: groups })}`
}
