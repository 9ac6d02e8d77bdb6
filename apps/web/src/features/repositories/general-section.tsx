import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import own from './general-section.module.css'
import { environmentList, environmentsOf, projectList } from './queries.ts'
import { namesOf, textOf } from './repository-draft.ts'
import type { SectionProps } from './section-props.ts'

interface GeneralSectionProps extends SectionProps {
  isNew: boolean
  onKey: (key: string) => void
}

export function GeneralSection({ draft, set, mistakes, isNew, onKey }: GeneralSectionProps) {
  const { config } = draft
  return (
    <FormSection title={message('repository.general')}>
      <TextField
        name="key"
        label={message('repository.key')}
        description={message(isNew ? 'repositories.keyHelp' : 'repository.keyFixed')}
        required
        disabled={!isNew}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        value={draft.key}
        error={mistakes['key']}
        onChange={(event) => onKey(event.currentTarget.value)}
      />
      <TextField
        name="description"
        label={message('repositories.description')}
        maxLength={1000}
        value={textOf(config, 'description')}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <TextArea
        label={message('repository.notes')}
        description={message('repository.notesHelp')}
        value={textOf(config, 'notes')}
        onChange={(event) => set({ notes: event.currentTarget.value })}
      />
      <Place {...{ draft, set, mistakes }} />
      <CheckRow
        label={message('repository.scanned')}
        description={message('repository.scannedText')}
        checked={config['xrayIndex'] === true}
        onChange={(xrayIndex) => set({ xrayIndex })}
      />
    </FormSection>
  )
}

/** The project and the environments that it lies in. */
function Place({ draft: { config }, set }: SectionProps) {
  const project = textOf(config, 'projectKey')
  const projects = useQuery(projectList).data?.items ?? []
  const everywhere = useQuery({ ...environmentList, enabled: project === '' })
  const inProject = useQuery({ ...environmentsOf(project), enabled: project !== '' })
  const known = (project === '' ? everywhere : inProject).data ?? []
  const placed = namesOf(config, 'environments')
  const toggle = (name: string, isIn: boolean) =>
    set({ environments: isIn ? [...placed, name] : placed.filter((one) => one !== name) })
  const keys = [...new Set([...projects.map(({ key }) => key), project])].filter((key) => key !== '')
  return (
    <>
      {keys.length === 0 ? null : (
        <SelectField
          label={message('repository.project')}
          value={project}
          options={[
            { value: '', label: message('repository.noProject') },
            ...keys.map((key) => ({ value: key, label: key })),
          ]}
          onChange={(projectKey) => set({ projectKey, environments: [] })}
        />
      )}
      <fieldset className={own['set']}>
        <legend className={own['legend']}>{message('repository.environments')}</legend>
        {known.map(({ name }) => (
          <CheckRow
            key={name}
            label={name}
            checked={placed.includes(name)}
            onChange={(isIn) => toggle(name, isIn)}
          />
        ))}
      </fieldset>
    </>
  )
}
