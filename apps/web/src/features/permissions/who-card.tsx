import type { Action, PermissionSection, PermissionSubject } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message } from '../../lib/messages.ts'
import { actionLabels } from '../../shared/access/actions.ts'
import {
  type EditedSection,
  editedSections,
  sectionActions,
  sectionLabels,
} from '../../shared/access/sections.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { GroupIcon, PlusIcon, UserIcon, WarningIcon } from '../../ui/icons.ts'
import { Matrix } from '../../ui/matrix.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { findHints } from './hints.ts'
import { addSubject, sectionOf, subjectId, tick, withSection } from './model.ts'
import styles from './permission-editor.module.css'
import { repositoryList } from './queries.ts'
import type { FocusedBox } from './tester-panel.tsx'

const AddWho = lazyPart(() => import('./add-who.tsx'), 'AddWho')

interface WhoCardProps {
  sections: PermissionSection[]
  shown: EditedSection
  members: ReadonlyMap<string, number>
  can: Record<string, boolean>
  onShow: (section: EditedSection) => void
  onFocus: (box: FocusedBox) => void
  onChange: (sections: PermissionSection[]) => void
}

/** Who gets what in one kind of resource: rows of people, columns of rights. */
export function WhoCard({ sections, shown, members, can, onShow, onFocus, onChange }: WhoCardProps) {
  const [isAdding, setAdding] = useState(false)
  const used = editedSections.filter((name) => sectionOf(sections, name).targets.length > 0)
  const name = used.includes(shown) ? shown : (used[0] ?? 'artifact')
  const section = sectionOf(sections, name)
  const change = (who: PermissionSubject[]) => onChange(withSection(sections, name, { who }))
  const canEdit = can['edit'] === true
  return (
    <Card label={message('permissions.who')}>
      <CardHead>
        <h2 className={styles['headTitle']}>
          {message('permissions.who')} <span className={styles['amount']}>{amountOf(section.who)}</span>
        </h2>
        {canEdit ? (
          <Button size={28} icon={PlusIcon} onClick={() => setAdding(true)}>
            {message('permissions.addWho')}
          </Button>
        ) : null}
      </CardHead>
      {used.length > 1 ? (
        <div className={styles['segments']}>
          <Segmented
            label={message('permissions.resources')}
            options={used.map((value) => ({ value, label: message(sectionLabels[value]) }))}
            value={name}
            onChange={onShow}
          />
        </div>
      ) : null}
      {section.who.length === 0 ? (
        <p className={styles['add']}>{message('permissions.noWho')}</p>
      ) : (
        <Matrix
          label={message('permissions.matrix')}
          headColumn={message('permissions.columnName')}
          columns={sectionActions[name].map((action) => ({
            id: action,
            label: message(actionLabels[action]),
            isDisabled: action === 'manage' && can['grantManage'] !== true,
            ...(action === 'manage' && can['grantManage'] !== true
              ? { hint: message('permissions.hintManage') }
              : {}),
          }))}
          rows={section.who.map((subject) => ({
            id: subjectId(subject),
            name: subject.name,
            head: <Subject subject={subject} members={members.get(subject.name)} />,
            ticked: subject.actions,
          }))}
          isReadOnly={!canEdit}
          onTick={(row, column, isTicked) => change(tick(section.who, row, column as Action, isTicked))} // ids of the columns above
          onRemove={(row) => change(section.who.filter((subject) => subjectId(subject) !== row))}
          onFocus={(row, column) => onFocus({ section: name, row, column })}
        />
      )}
      {isAdding ? (
        <div className={styles['add']}>
          <Suspense fallback={null}>
            <AddWho taken={section.who.map(subjectId)} onPick={(id) => change(addSubject(section.who, id))} />
          </Suspense>
        </div>
      ) : null}
      <Hints section={section} canGrantManage={can['grantManage'] === true} />
    </Card>
  )
}

function Subject({ subject, members }: { subject: PermissionSubject; members: number | undefined }) {
  const Glyph = subject.kind === 'group' ? GroupIcon : UserIcon
  return (
    <>
      <Glyph size="1rem" stroke={1.5} aria-hidden="true" />
      <span className={styles['subject']} title={subject.name}>
        {subject.name}
      </span>
      {subject.kind === 'group' && members !== undefined ? (
        <span className={styles['small']}>{message('shared.members', { count: members })}</span>
      ) : null}
    </>
  )
}

function Hints({ section, canGrantManage }: { section: PermissionSection; canGrantManage: boolean }) {
  const repositories = useQuery(repositoryList).data ?? []
  const remote = new Set(repositories.filter(({ kind }) => kind === 'remote').map(({ key }) => key))
  const hints = findHints(section, { remote })
  return (
    <div role="status">
      {hints.map(({ id, subject, text }) => (
        <p key={id} className={styles['hint']}>
          <WarningIcon size="1rem" stroke={1.75} aria-hidden="true" />
          <span>
            <strong>{subject}:</strong> {text}
          </span>
        </p>
      ))}
      {canGrantManage ? null : (
        <p className={styles['hint']}>
          <WarningIcon size="1rem" stroke={1.75} aria-hidden="true" />
          {message('permissions.hintManage')}
        </p>
      )}
    </div>
  )
}

function amountOf(who: PermissionSubject[]): string {
  const groups = who.filter(({ kind }) => kind === 'group').length
  const users = who.length - groups
  return [
    ...(groups > 0 ? [message('permissions.groupCount', { count: groups })] : []),
    ...(users > 0 ? [message('permissions.userCount', { count: users })] : []),
  ].join(', ')
}
