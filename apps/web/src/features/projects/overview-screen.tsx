// One project: how full it is, what it holds, who is in it, what happened, and its settings.
import type { ProjectOverview } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { ProjectPage } from '../../shared/project-page.tsx'
import { Button } from '../../ui/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DeleteProject } from './delete-project.tsx'
import { OverviewCards } from './overview-cards.tsx'
import { parseOverviewSearch } from './overview-search.ts'
import { ProjectSettings } from './project-settings.tsx'
import styles from './projects.module.css'

export function OverviewScreen() {
  return (
    <ProjectPage title={message('projects.overview')}>
      {(project) => <Overview project={project} />}
    </ProjectPage>
  )
}

function Overview({ project }: { project: ProjectOverview }) {
  const { activeTab } = useSearchParams(parseOverviewSearch)
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const canAdminister = project.can['administer'] === true
  return (
    <>
      <PageHead title={project.name} amount={project.key}>
        {canAdminister ? (
          <Button onClick={() => setDeleting(true)}>{message('projects.delete')}</Button>
        ) : null}
      </PageHead>
      {canAdminister ? (
        <div className={styles['tabs']}>
          <Tabs
            label={project.name}
            tabs={[
              { value: 'overview', label: message('projects.overview') },
              { value: 'settings', label: message('projects.settings') },
            ]}
            value={activeTab ?? 'overview'}
            onChange={(tab) =>
              void navigate({
                to: '/admin/projects/overview',
                search: tab === 'settings' ? { activeTab: 'settings' } : {},
              })
            }
          >
            {activeTab === 'settings' ? (
              <ProjectSettings project={project} />
            ) : (
              <OverviewCards project={project} />
            )}
          </Tabs>
        </div>
      ) : (
        <OverviewCards project={project} />
      )}
      {isDeleting ? <DeleteProject project={project} onClose={() => setDeleting(false)} /> : null}
    </>
  )
}
