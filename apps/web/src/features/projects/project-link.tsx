import type { ProjectSummary } from '@bindery/contracts'
import { Link } from '../../lib/link.tsx'
import { chooseProject } from '../../lib/project.ts'
import { useCurrentUser } from '../../lib/session.ts'

/** Its pages are about the project that is chosen, so following the link chooses it. */
export function ProjectLink({
  project,
  className,
}: {
  project: Pick<ProjectSummary, 'key' | 'name'>
  className?: string | undefined
}) {
  const user = useCurrentUser()?.name ?? ''
  return (
    <Link
      to="/admin/projects/overview"
      className={className}
      onClick={() => chooseProject(user, project.key)}
    >
      {project.name}
    </Link>
  )
}
