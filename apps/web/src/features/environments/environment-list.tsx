import type { EnvironmentUse } from '@bindery/contracts'
import { type ReactNode, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { DeleteIcon, DownIcon, EditIcon, LockIcon, UpIcon } from '../../ui/icons.ts'
import { Tag } from '../../ui/tag.tsx'
import { DeleteEnvironment } from './delete-environment.tsx'
import { EnvironmentDot } from './environment-dot.tsx'
import styles from './environments.module.css'
import { NameDialog } from './name-dialog.tsx'

interface EnvironmentListProps {
  environments: EnvironmentUse[]
  /** Left out for the global ones. */
  project?: string
  canManage: boolean
  /** Left out where the order is somebody else’s. */
  onMove?: (name: string, by: 1 | -1) => void
  /** What stands behind the counts. */
  use: (environment: EnvironmentUse) => ReactNode
}

/** Environments in the order in which things are promoted. */
export function EnvironmentList({ environments, project, canManage, onMove, use }: EnvironmentListProps) {
  const [open, setOpen] = useState<{ kind: 'rename' | 'delete'; of: EnvironmentUse } | undefined>(undefined)
  const close = () => setOpen(undefined)
  const isOwn = (one: EnvironmentUse) => one.isGlobal === (project === undefined) && !one.isFixed
  return (
    <>
      <ol className={styles['list']} aria-label={message('shell.environments')}>
        {environments.map((one, index) => (
          <li key={one.name} className={styles['row']}>
            <span className={styles['place']}>{index + 1}</span>
            <EnvironmentDot name={one.name} />
            <span className={styles['name']}>{one.name}</span>
            <Kind environment={one} project={project} />
            <span className={styles['use']}>{use(one)}</span>
            <span className={styles['buttons']} data-few={onMove === undefined || undefined}>
              {onMove === undefined ? null : (
                <MoveButtons name={one.name} index={index} last={environments.length - 1} onMove={onMove} />
              )}
              {canManage && isOwn(one) ? (
                <>
                  <IconButton
                    icon={EditIcon}
                    size={28}
                    label={message('environments.renameWhat', { name: one.name })}
                    onClick={() => setOpen({ kind: 'rename', of: one })}
                  />
                  <IconButton
                    icon={DeleteIcon}
                    size={28}
                    label={message('environments.deleteWhat', { name: one.name })}
                    onClick={() => setOpen({ kind: 'delete', of: one })}
                  />
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
      {open?.kind === 'rename' ? (
        <NameDialog project={project} renamed={open.of.name} onClose={close} />
      ) : null}
      {open?.kind === 'delete' ? (
        <DeleteEnvironment environment={open.of} project={project} onClose={close} />
      ) : null}
    </>
  )
}

function Kind({ environment, project }: { environment: EnvironmentUse; project: string | undefined }) {
  if (environment.isFixed)
    return (
      <Tag title={message('environments.fixedText')}>
        <LockIcon size="0.75rem" stroke={1.75} aria-hidden="true" />
        {message('environments.fixed')}
      </Tag>
    )
  return environment.isGlobal && project !== undefined ? <Tag>{message('environments.global')}</Tag> : null
}

interface MoveButtonsProps {
  name: string
  index: number
  last: number
  onMove: (name: string, by: 1 | -1) => void
}

const MoveButtons = ({ name, index, last, onMove }: MoveButtonsProps) => (
  <>
    <IconButton
      icon={UpIcon}
      size={28}
      label={message('environments.moveUp', { name })}
      disabled={index === 0}
      onClick={() => onMove(name, -1)}
    />
    <IconButton
      icon={DownIcon}
      size={28}
      label={message('environments.moveDown', { name })}
      disabled={index === last}
      onClick={() => onMove(name, 1)}
    />
  </>
)

/** For people who need no more than the numbers. */
export function inWords({ repositories, roles }: EnvironmentUse): string {
  if (repositories + roles === 0) return message('environments.unused')
  return [
    ...(repositories > 0 ? [message('environments.repositories', { count: repositories })] : []),
    ...(roles > 0 ? [message('environments.roles', { count: roles })] : []),
  ].join(', ')
}
