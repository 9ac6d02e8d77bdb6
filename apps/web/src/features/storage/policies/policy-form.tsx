import type { Draft } from '../../../lib/draft.ts'
import { message } from '../../../lib/messages.ts'
import { useFormats } from '../../../shared/formats.ts'
import { FormSection } from '../../../shared/form-section.tsx'
import { PatternList } from '../../../shared/pattern-list.tsx'
import { CheckRow } from '../../../ui/check-row.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Mistake } from '../retention/mistake.tsx'
import { NamePicker } from '../retention/name-picker.tsx'
import { RepositoryPicker } from '../retention/repository-picker.tsx'
import { PolicyConditions } from './policy-conditions.tsx'
import { PolicyProjects } from './policy-projects.tsx'
import type { PolicyDraft } from './policy-words.ts'

export interface PolicyPartProps {
  draft: Draft<PolicyDraft>
  mistakes: Partial<Record<string, string>>
}

export function PolicyForm(props: PolicyPartProps & { isNew: boolean }) {
  const { draft, mistakes, isNew } = props
  const { value, change } = draft
  return (
    <>
      <FormSection title={message('policies.what')}>
        <TextField
          label={message('policies.key')}
          description={message(isNew ? 'policies.keyHelp' : 'policies.keyFixed')}
          name="key"
          required
          disabled={!isNew}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          value={value.key}
          error={mistakes['key']}
          onChange={(event) => change({ key: event.currentTarget.value })}
        />
        <TextField
          label={message('policies.description')}
          maxLength={2000}
          value={value.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
      </FormSection>
      <Packages {...props} />
      <PolicyProjects draft={draft} mistakes={mistakes} />
      <PolicyConditions draft={draft} mistakes={mistakes} />
      <FormSection title={message('retention.when')}>
        <TextField
          label={message('policies.cron')}
          description={message('policies.cronHelp')}
          spellCheck={false}
          value={value.cronExp}
          onChange={(event) => change({ cronExp: event.currentTarget.value })}
        />
        <CheckRow
          label={message('policies.isOn')}
          description={message('policies.isOnHelp')}
          checked={value.enabled}
          onChange={(enabled) => change({ enabled })}
        />
        <NumberField
          label={message('policies.minutes')}
          description={message('policies.minutesHelp')}
          value={value.durationInMinutes}
          onChange={(durationInMinutes) => change({ durationInMinutes })}
        />
        <CheckRow
          label={message('policies.forGood')}
          description={message('policies.forGoodHelp')}
          checked={value.skipTrashcan}
          onChange={(skipTrashcan) => change({ skipTrashcan })}
        />
      </FormSection>
    </>
  )
}

function Packages({ draft: { value, change }, mistakes }: PolicyPartProps) {
  const types = useFormats().map(({ id, label }) => ({ value: id, label }))
  return (
    <FormSection title={message('policies.which')}>
      <NamePicker
        label={message('policies.types')}
        description={message('policies.typesHelp')}
        empty={message('policies.noType')}
        options={types}
        names={value.packageTypes}
        onChange={(packageTypes) => change({ packageTypes })}
      />
      <Mistake text={mistakes['types']} />
      <RepositoryPicker
        description={message('policies.repositoriesHelp')}
        keys={value.repos}
        onChange={(repos) => change({ repos })}
        takesPatterns
      />
      <Mistake text={mistakes['repos']} />
      <RepositoryPicker
        label={message('policies.excludedRepositories')}
        description={message('policies.excludedRepositoriesHelp')}
        keys={value.excludedRepos}
        onChange={(excludedRepos) => change({ excludedRepos })}
        takesPatterns
      />
      <TextField
        label={message('policies.packages')}
        description={message('policies.packagesHelp')}
        spellCheck={false}
        value={value.packages}
        onChange={(event) => change({ packages: event.currentTarget.value })}
      />
      <PatternList
        label={message('policies.excludedPackages')}
        description={message('policies.excludedPackagesHelp')}
        values={value.excludedPackages}
        onChange={(excludedPackages) => change({ excludedPackages })}
      />
    </FormSection>
  )
}
