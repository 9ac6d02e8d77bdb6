import { useQuery } from '@tanstack/react-query'
import { message } from '../../../lib/messages.ts'
import { FormSection } from '../../../shared/form-section.tsx'
import { CheckRow } from '../../../ui/check-row.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Mistake } from '../retention/mistake.tsx'
import { NamePicker } from '../retention/name-picker.tsx'
import type { PolicyPartProps } from './policy-form.tsx'
import { projectList } from './queries.ts'

/** Of one project, of some, or of all. */
export function PolicyProjects({ draft: { value, change }, mistakes }: PolicyPartProps) {
  const { data: projects = [] } = useQuery(projectList)
  const options = projects.map(({ project_key: key, display_name: name }) => ({ value: key, label: name }))
  return (
    <FormSection title={message('policies.projects')}>
      <SelectField
        label={message('policies.owner')}
        options={[{ value: '', label: message('policies.noOwner') }, ...options]}
        value={value.projectKey}
        onChange={(projectKey) => change({ projectKey })}
      />
      {value.projectKey === '' ? (
        <>
          <CheckRow
            label={message('policies.allProjects')}
            description={message('policies.allProjectsHelp')}
            checked={value.isForAllProjects}
            onChange={(isForAllProjects) => change({ isForAllProjects })}
          />
          {value.isForAllProjects ? null : (
            <NamePicker
              label={message('policies.someProjects')}
              description={message('policies.someProjectsHelp')}
              empty={message('policies.noProject')}
              options={[{ value: 'default', label: message('policies.defaultProject') }, ...options]}
              names={value.includedProjects}
              onChange={(includedProjects) => change({ includedProjects })}
            />
          )}
          <Mistake text={mistakes['projects']} />
        </>
      ) : null}
    </FormSection>
  )
}
