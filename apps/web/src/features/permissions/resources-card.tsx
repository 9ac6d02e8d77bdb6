import type { PermissionSection } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message } from '../../lib/messages.ts'
import { anyNames } from '../../shared/access/any-names.ts'
import {
  type EditedSection,
  editedSections,
  fixedTarget,
  sectionLabels,
} from '../../shared/access/sections.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EditIcon, LocalIcon, RemoteIcon, VirtualIcon } from '../../ui/icons.ts'
import { Tag } from '../../ui/tag.tsx'
import {
  groupTargets,
  isEverything,
  sectionOf,
  type TargetGroup,
  ungroupTargets,
  withSection,
} from './model.ts'
import styles from './permission-editor.module.css'
import { repositoryList } from './queries.ts'
import { sectionIcons } from './section-icons.ts'

const AddMenu = lazyPart(() => import('./add-menu.tsx'), 'AddMenu')
const ResourceDialog = lazyPart(() => import('./resource-dialog.tsx'), 'ResourceDialog')

interface ResourcesCardProps {
  sections: PermissionSection[]
  canEdit: boolean
  onChange: (sections: PermissionSection[]) => void
  onShow: (section: EditedSection) => void
}

interface Editing {
  section: EditedSection
  /** The group that is edited; past the last one for a new group. */
  index: number
}

export function ResourcesCard({ sections, canEdit, onChange, onShow }: ResourcesCardProps) {
  const [editing, setEditing] = useState<Editing | undefined>(undefined)
  const groupsOf = (section: EditedSection) => groupTargets(sectionOf(sections, section).targets)
  const replace = ({ section, index }: Editing, group: TargetGroup | undefined) => {
    const groups = groupsOf(section)
    const kept = group === undefined || group.names.length === 0 ? [] : [group]
    const targets = ungroupTargets([...groups.slice(0, index), ...kept, ...groups.slice(index + 1)])
    const isFirst = sectionOf(sections, section).targets.length === 0
    // The same people, most likely: whoever builds also publishes the build.
    const who =
      isFirst && sectionOf(sections, section).who.length === 0
        ? sectionOf(sections, 'artifact').who
        : undefined
    onChange(
      withSection(sections, section, { targets: unique(targets), ...(who === undefined ? {} : { who }) }),
    )
    onShow(section)
    setEditing(undefined)
  }
  const shown = editedSections.filter((name) => name !== 'destination' || groupsOf(name).length > 0)
  return (
    <Card label={message('permissions.resources')}>
      <CardHead>
        <h2 className={styles['headTitle']}>{message('permissions.resources')}</h2>
        {canEdit ? (
          <Suspense fallback={null}>
            <AddMenu onChoose={(section) => setEditing({ section, index: groupsOf(section).length })} />
          </Suspense>
        ) : (
          <span className={styles['headNote']}>{message('permissions.cannotAdd')}</span>
        )}
      </CardHead>
      {shown.map((section) => (
        <Resource
          key={section}
          section={section}
          groups={groupsOf(section)}
          canEdit={canEdit}
          onEdit={(index) => setEditing({ section, index })}
        />
      ))}
      <Suspense fallback={null}>
        {editing === undefined ? null : (
          <ResourceDialog
            section={editing.section}
            group={groupsOf(editing.section)[editing.index]}
            onApply={(group) => replace(editing, group)}
            onClose={() => setEditing(undefined)}
          />
        )}
      </Suspense>
    </Card>
  )
}

const unique = <T extends { name: string }>(targets: T[]) => [
  ...new Map(targets.map((target) => [target.name, target])).values(),
]

interface ResourceProps {
  section: EditedSection
  groups: TargetGroup[]
  canEdit: boolean
  onEdit: (index: number) => void
}

function Resource({ section, groups, canEdit, onEdit }: ResourceProps) {
  const Glyph = sectionIcons[section]
  const label = message(sectionLabels[section])
  const edit = (index: number) =>
    canEdit ? (
      <IconButton
        icon={EditIcon}
        size={28}
        label={message('permissions.editWhat', { what: label })}
        onClick={() => onEdit(index)}
      />
    ) : null
  return (
    <div className={styles['resource']} role="group" aria-label={label}>
      <span className={styles['kind']}>
        <Glyph size="1rem" stroke={1.5} aria-hidden="true" />
        {label}
      </span>
      <div className={styles['groups']}>
        {groups.length === 0 ? (
          <div className={styles['group']}>
            <span className={`${styles['none'] ?? ''} ${styles['groupText'] ?? ''}`}>
              {message('shared.none')}
            </span>
            {edit(0)}
          </div>
        ) : null}
        {groups.map((group, index) => (
          <div key={group.names.join(' ')} className={styles['group']}>
            <div className={styles['groupText']}>
              {fixedTarget[section] === undefined ? (
                <Targets group={group} />
              ) : (
                <NamePatterns group={group} />
              )}
            </div>
            {edit(index)}
          </div>
        ))}
      </div>
    </div>
  )
}

const most = 30

function Targets({ group: { names, includes, excludes } }: { group: TargetGroup }) {
  return (
    <>
      <div className={styles['tags']}>
        {names.slice(0, most).map((name) => (
          <Tag key={name}>
            <TargetIcon name={name} />
            {anyNames[name] ?? name}
          </Tag>
        ))}
        {names.length > most ? <Tag>{message('shared.more', { count: names.length - most })}</Tag> : null}
      </div>
      {isEverything(includes) && excludes.length === 0 ? null : (
        <div className={styles['patterns']}>
          {isEverything(includes) ? null : (
            <Patterns label={message('permissions.include')} patterns={includes} />
          )}
          {excludes.length === 0 ? null : (
            <Patterns label={message('permissions.exclude')} patterns={excludes} />
          )}
        </div>
      )}
    </>
  )
}

function NamePatterns({ group: { includes, excludes } }: { group: TargetGroup }) {
  return (
    <div className={styles['tags']}>
      {includes.map((pattern) => (
        <Tag key={pattern}>
          <code>{pattern}</code>
        </Tag>
      ))}
      {excludes.length === 0 ? null : <Patterns label={message('permissions.exclude')} patterns={excludes} />}
    </div>
  )
}

const Patterns = ({ label, patterns }: { label: string; patterns: string[] }) => (
  <span>
    {label} <code>{patterns.join(' ')}</code>
  </span>
)

function TargetIcon({ name }: { name: string }) {
  const kind = useQuery(repositoryList).data?.find(({ key }) => key === name)?.kind
  const isRemote = kind === 'remote' || name === 'ANY REMOTE'
  const Glyph = isRemote ? RemoteIcon : kind === 'virtual' ? VirtualIcon : LocalIcon
  return <Glyph size="0.875rem" stroke={1.5} aria-hidden="true" />
}
