import type { ProjectOverview } from '@bindery/contracts'
import type { ReactNode } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { count } from '../../lib/numbers.ts'
import { FormatTile } from '../../shared/format-tile.tsx'
import { useFormats } from '../../shared/formats.ts'
import settings from '../../shared/settings-page.module.css'
import { When } from '../../shared/when.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardBody, CardHead } from '../../ui/card.tsx'
import { NewerIcon, OpenIcon, RefreshIcon, SuccessIcon } from '../../ui/icons.ts'
import { activityInWords } from './activity.ts'
import { adminsOf, membersOf } from './project-cards.tsx'
import styles from './projects.module.css'
import { useCalculate } from './queries.ts'
import { nextSteps } from './next-steps.ts'
import { StorageMeter } from './storage-meter.tsx'

export function OverviewCards({ project }: { project: ProjectOverview }) {
  return (
    <div className={settings['columns']}>
      <div className={settings['main']}>
        {project.description === '' ? null : <p className={settings['lead']}>{project.description}</p>}
        <Storage project={project} />
        <Resources project={project} />
        <Activity project={project} />
      </div>
      <div className={settings['side']}>
        <Members project={project} />
        <NextSteps project={project} />
      </div>
    </div>
  )
}

function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <Card label={title}>
      <CardHead>
        <h2 className={settings['headTitle']}>{title}</h2>
        {aside}
      </CardHead>
      {children}
    </Card>
  )
}

function Storage({ project }: { project: ProjectOverview }) {
  const calculate = useCalculate()
  const { storage } = project
  return (
    <Section
      title={message('projects.storage')}
      aside={
        project.can['manageResources'] === true ? (
          <Button
            size={28}
            icon={RefreshIcon}
            disabled={storage.isCalculating}
            onClick={() => calculate.mutate({ params: { key: project.key } })}
          >
            {message('projects.recalculate')}
          </Button>
        ) : null
      }
    >
      <CardBody>
        <StorageMeter project={project} />
        {storage.calculatedAt === null ? null : (
          <p className={styles['note']}>
            {message('projects.files', { count: storage.files ?? 0 })}
            {' · '}
            {message('projects.calculated')} <When at={storage.calculatedAt} />
          </p>
        )}
      </CardBody>
    </Section>
  )
}

function Resources({ project }: { project: ProjectOverview }) {
  const formats = useFormats()
  const byFormat = [...Map.groupBy(project.resources, ({ format }) => format)]
  return (
    <Section
      title={message('projects.resources')}
      aside={<MoreLink to="/admin/projects/resources">{message('projects.allResources')}</MoreLink>}
    >
      {byFormat.length === 0 ? (
        <p className={styles['empty']}>{message('projects.noResources')}</p>
      ) : (
        <ul className={styles['rows']}>
          {byFormat.map(([format, parts]) => (
            <li key={format}>
              <FormatTile format={format} />
              <span className={styles['person']}>
                {formats.find(({ id }) => id === format)?.label ?? format}
              </span>
              <span className={styles['muted']}>
                {parts.map(({ kind, count: amount }) => `${count(amount)} ${kind}`).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {project.sharedRepositories === 0 ? null : (
        <p className={styles['foot']}>
          {message('projects.sharedWithIt', { count: project.sharedRepositories })}
        </p>
      )}
    </Section>
  )
}

function Members({ project }: { project: ProjectOverview }) {
  return (
    <Section
      title={message('projects.members')}
      aside={<MoreLink to="/admin/projects/members">{message('projects.allMembers')}</MoreLink>}
    >
      <CardBody>
        <p>{membersOf(project)}</p>
        <p className={styles['note']}>{adminsOf(project)}</p>
      </CardBody>
    </Section>
  )
}

function Activity({ project }: { project: ProjectOverview }) {
  if (project.activity.length === 0) return null
  return (
    <Section title={message('projects.activity')}>
      <ul className={styles['rows']}>
        {project.activity.map((entry) => (
          <li key={`${entry.at} ${entry.kind} ${JSON.stringify(entry.detail)}`}>
            <span className={styles['sentence']}>
              <strong>{entry.actor}</strong> {activityInWords(entry)}
            </span>
            <span className={styles['muted']}>
              <When at={entry.at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function NextSteps({ project }: { project: ProjectOverview }) {
  const steps = nextSteps(project)
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <Section title={message('projects.nextSteps')}>
      <ul className={styles['rows']}>
        {steps.map(({ text, to, isDone }) => (
          <li key={text} data-done={isDone || undefined}>
            {isDone ? (
              <SuccessIcon size="1rem" stroke={1.75} aria-hidden="true" />
            ) : (
              <OpenIcon size="1rem" stroke={1.5} aria-hidden="true" />
            )}
            <span className={styles['person']}>
              {isDone ? message(text) : <Link to={to}>{message(text)}</Link>}
              {isDone ? <span className="visually-hidden">, {message('projects.stepDone')}</span> : null}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const MoreLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={styles['more']}>
    {children}
    <NewerIcon size="0.875rem" stroke={1.5} aria-hidden="true" />
  </Link>
)
