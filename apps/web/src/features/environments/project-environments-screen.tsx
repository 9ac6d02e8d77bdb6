// The environments of one project: those of all, and its own beside them.
import type { ProjectOverview } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { ProjectPage } from '../../shared/project-page.tsx'
import { ChangeButton } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/icons.ts'
import { EnvironmentCard } from './environment-card.tsx'
import { inWords } from './environment-list.tsx'
import styles from './environments.module.css'
import { NameDialog } from './name-dialog.tsx'
import { environmentsOf } from './queries.ts'

export function ProjectEnvironmentsScreen() {
  return (
    <ProjectPage title={message('shell.environments')}>
      {(project) => <Environments project={project} />}
    </ProjectPage>
  )
}

function Environments({ project }: { project: ProjectOverview }) {
  const list = useQuery(environmentsOf(project.key))
  const [isCreating, setCreating] = useState(false)
  const canManage = project.can['manageResources'] === true
  return (
    <>
      <PageHead title={message('shell.environments')}>
        {canManage ? (
          <ChangeButton look="filled" icon={PlusIcon} onClick={() => setCreating(true)}>
            {message('environments.new')}
          </ChangeButton>
        ) : null}
      </PageHead>
      <p className={styles['lead']}>{message('environments.projectLead', { prefix: `${project.key}-` })}</p>
      <EnvironmentCard list={list} project={project.key} canManage={canManage} use={inWords} />
      {isCreating ? <NameDialog project={project.key} onClose={() => setCreating(false)} /> : null}
    </>
  )
}
