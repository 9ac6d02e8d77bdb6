import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { PatternList } from '../../shared/pattern-list.tsx'
import { anyNames } from '../../shared/access/any-names.ts'
import { type EditedSection, fixedTarget, sectionLabels } from '../../shared/access/sections.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import type { TargetGroup } from './model.ts'
import { PatternTester } from './pattern-tester.tsx'
import styles from './permission-editor.module.css'
import { repositoryList } from './queries.ts'

interface ResourceDialogProps {
  section: EditedSection
  /** Undefined for new ones. */
  group: TargetGroup | undefined
  onApply: (group: TargetGroup | undefined) => void
  onClose: () => void
}

export function ResourceDialog({ section, group, onApply, onClose }: ResourceDialogProps) {
  const fixed = fixedTarget[section]
  const [names, setNames] = useState(group?.names ?? (fixed === undefined ? [] : [fixed]))
  const [includes, setIncludes] = useState(group?.includes ?? ['**'])
  const [excludes, setExcludes] = useState(group?.excludes ?? [])
  const isNamed = fixed !== undefined
  return (
    <Dialog title={message(sectionLabels[section])} width={640} onClose={onClose}>
      <div className={styles['dialog']}>
        {section === 'artifact' ? <RepositoryChoice names={names} onChange={setNames} /> : null}
        {section === 'destination' ? (
          <PatternList
            label={message('permissions.destinationNames')}
            description={message('permissions.destinationHelp')}
            values={names}
            onChange={setNames}
          />
        ) : null}
        <PatternList
          label={message(isNamed ? 'permissions.includeNames' : 'permissions.includeLabel')}
          description={message(isNamed ? 'permissions.includeNamesHelp' : 'permissions.includeHelp')}
          placeholder="**"
          values={includes}
          onChange={setIncludes}
        />
        <PatternList
          label={message('permissions.excludeLabel')}
          description={message('permissions.excludeHelp')}
          values={excludes}
          onChange={setExcludes}
        />
        {isNamed || section === 'destination' ? null : (
          <PatternTester includes={includes} excludes={excludes} />
        )}
        <DialogActions>
          {group === undefined ? null : (
            <Button size={36} look="danger" onClick={() => onApply(undefined)}>
              {message('permissions.removeResources')}
            </Button>
          )}
          <Button size={36} onClick={onClose}>
            {message('shared.cancel')}
          </Button>
          <Button
            size={36}
            look="filled"
            disabled={names.length === 0}
            onClick={() => onApply({ names, includes, excludes })}
          >
            {message('permissions.apply')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

const mostShown = 200

function RepositoryChoice({ names, onChange }: { names: string[]; onChange: (names: string[]) => void }) {
  const [filter, setFilter] = useState('')
  const repositories = useQuery(repositoryList).data ?? []
  const any = ['ANY', 'ANY LOCAL', 'ANY REMOTE'].map((name) => ({
    name,
    label: anyNames[name] ?? name,
    kind: '',
  }))
  // What was named before a repository was deleted can still be taken out.
  const gone = names.filter(
    (name) => anyNames[name] === undefined && !repositories.some(({ key }) => key === name),
  )
  const all = [
    ...any,
    ...gone.map((name) => ({ name, label: name, kind: message('permissions.repositoryGone') })),
    ...repositories.map(({ key, kind, format }) => ({ name: key, label: key, kind: `${kind} · ${format}` })),
  ]
  const shown = all.filter(({ label }) => label.toLowerCase().includes(filter.trim().toLowerCase()))
  const toggle = (name: string, isOn: boolean) =>
    onChange(isOn ? [...names, name] : names.filter((other) => other !== name))
  return (
    <div>
      <SearchField
        label={message('permissions.filterRepositories')}
        placeholder={message('permissions.filterRepositories')}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <div className={styles['choices']} role="group" aria-label={message('permissions.repositories')}>
        {shown.slice(0, mostShown).map(({ name, label, kind }) => (
          <div key={name} className={styles['choice']}>
            <Checkbox
              label={label}
              checked={names.includes(name)}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
            <span className={styles['kindName']}>{kind}</span>
          </div>
        ))}
        {shown.length === 0 ? <p className={styles['none']}>{message('permissions.noRepository')}</p> : null}
        {shown.length > mostShown ? (
          <p className={styles['none']}>
            {message('permissions.moreRepositories', { count: shown.length - mostShown })}
          </p>
        ) : null}
      </div>
      <p className={styles['small']}>{message('permissions.chosen', { count: names.length })}</p>
    </div>
  )
}
