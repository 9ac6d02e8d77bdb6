import type { ReverseProxySettings } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { DeleteIcon, PlusIcon } from '../../ui/icons.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { RadioList } from '../../ui/radio-list.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { SectionProps } from './address-section.tsx'
import layout from './reverse-proxy.module.css'

type Entry = ReverseProxySettings['reverseProxyRepositories'][number]

export function DockerSection({ draft, mistakes }: SectionProps) {
  const { value, change } = draft
  const host = value.serverName || location.hostname
  return (
    <FormSection title={message('network.docker')}>
      <RadioList
        label={message('network.dockerText')}
        options={[
          {
            value: 'REPOPATHPREFIX',
            label: message('network.dockerPath'),
            description: message('network.dockerPathText', { host }),
          },
          {
            value: 'SUBDOMAIN',
            label: message('network.dockerSubDomain'),
            description: message('network.dockerSubDomainText', { host }),
          },
          {
            value: 'PORTPERREPO',
            label: message('network.dockerPort'),
            description: message('network.dockerPortText', { host }),
          },
        ]}
        value={value.dockerReverseProxyMethod}
        onChange={(dockerReverseProxyMethod) => change({ dockerReverseProxyMethod })}
      />
      {value.dockerReverseProxyMethod === 'REPOPATHPREFIX' ? null : (
        <Repositories
          entries={value.reverseProxyRepositories}
          hasPorts={value.dockerReverseProxyMethod === 'PORTPERREPO'}
          mistakes={mistakes}
          onChange={(reverseProxyRepositories) => change({ reverseProxyRepositories })}
        />
      )}
    </FormSection>
  )
}

interface RepositoriesProps {
  entries: Entry[]
  hasPorts: boolean
  mistakes: Partial<Record<string, string>>
  onChange: (entries: Entry[]) => void
}

function Repositories({ entries, hasPorts, mistakes, onChange }: RepositoriesProps) {
  const put = (index: number, entry: Entry) => onChange(entries.with(index, entry))
  const nextPort = Math.max(5000, ...entries.map(({ port }) => port)) + 1
  const nameOf = (index: number, part: keyof Entry) => `reverseProxyRepositories.${index}.${part}`
  return (
    <fieldset className={layout['repositories']}>
      <legend className={layout['legend']}>{message('network.repositories')}</legend>
      {hasPorts ? null : <p className={styles['muted']}>{message('network.repositoriesHelp')}</p>}
      {entries.map((entry, index) => (
        // Entries have no other identity than their place while they are typed.
        <div key={index} className={layout['repository']}>
          <TextField
            name={nameOf(index, 'repository')}
            label={message('network.repository')}
            autoComplete="off"
            spellCheck={false}
            value={entry.repository}
            error={mistakes[nameOf(index, 'repository')]}
            onChange={(event) => put(index, { ...entry, repository: event.currentTarget.value })}
          />
          {hasPorts ? (
            <NumberField
              name={nameOf(index, 'port')}
              label={message('network.port')}
              min={1}
              max={65_535}
              value={entry.port}
              error={mistakes[nameOf(index, 'port')]}
              onChange={(port) => put(index, { ...entry, port })}
            />
          ) : null}
          <IconButton
            icon={DeleteIcon}
            label={message('shared.removeWhat', { what: entry.repository || message('network.repository') })}
            onClick={() => onChange(entries.toSpliced(index, 1))}
          />
        </div>
      ))}
      <div>
        <Button
          size={28}
          icon={PlusIcon}
          onClick={() => onChange([...entries, { repository: '', port: nextPort }])}
        >
          {message('network.addRepository')}
        </Button>
      </div>
    </fieldset>
  )
}
