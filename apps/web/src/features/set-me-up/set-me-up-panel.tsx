// Set Me Up: from nothing to a working client, beside the page one is at.
import type { FormatInfo, Repository } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { hideSetMeUp, type SetMeUpConfig } from '../../lib/set-me-up.ts'
import { createStoredStore } from '../../lib/store.ts'
import { useFormats } from '../../shared/formats.ts'
import { PanelError } from '../../shared/panel-error.tsx'
import { cx } from '../../ui/cx.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { type Audience, usable, type Verb, wantedHere, wantedOf } from './choices.ts'
import { NoRepository } from './no-repository.tsx'
import { clientGuide, repositoryList } from './queries.ts'
import styles from './set-me-up-panel.module.css'
import { Steps } from './steps.tsx'

/** What this browser was last set up for. */
const lastFormat = createStoredStore('bindery.setMeUpFormat', 'npm')

export function SetMeUpPanel({ config }: { config: SetMeUpConfig }) {
  const list = useQuery(repositoryList)
  return (
    <Sheet label={message('spec.setMeUp')} side="end" onClose={hideSetMeUp}>
      {list.error !== null && list.data === undefined ? (
        <PanelError
          title={message('setMeUp.failed')}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {list.data === undefined ? null : <Chosen config={config} all={list.data} />}
    </Sheet>
  )
}

/** Those with a protocol of their own, and those of repositories that keep plain files. */
function typesOf(all: Repository[], formats: FormatInfo[]) {
  const others = new Set(all.map(({ format }) => format))
  for (const { id } of formats) others.delete(id)
  return [
    ...formats.map(({ id, label }) => ({ value: id, label })),
    ...[...others].toSorted().map((id) => ({ value: id, label: id })),
  ]
}

function Chosen({ config, all }: { config: SetMeUpConfig; all: Repository[] }) {
  const { pathname, search } = useRouterState({ select: ({ location }) => location })
  const [wanted] = useState(() => wantedOf(config, wantedHere(pathname, search as Record<string, unknown>)))
  const formats = useFormats()
  const ofKey = all.find(({ key }) => key === wanted.repository)
  const [format, setFormat] = useState(ofKey?.format ?? wanted.format ?? lastFormat.get())
  const [verb, setVerb] = useState<Verb>('install')
  const [audience, setAudience] = useState<Audience>('me')
  const [key, setKey] = useState(wanted.repository)
  const [client, setClient] = useState<string | undefined>(undefined)
  const { data: guides = [] } = useQuery(clientGuide(format))
  const choices = usable(all, format, verb)
  const repository = choices.find((one) => one.key === key) ?? choices[0]
  const guide = guides.find((one) => one.client === client) ?? guides[0]
  return (
    <>
      <div className={styles['head']}>
        <div className={styles['choices']}>
          <SelectField
            label={message('setMeUp.type')}
            options={typesOf(all, formats)}
            value={format}
            onChange={(id) => {
              setFormat(id)
              lastFormat.set(id)
            }}
          />
          <SelectField
            label={message('setMeUp.repository')}
            options={choices.map((one) => ({ value: one.key, label: `${one.key} (${one.kind})` }))}
            value={repository?.key ?? ''}
            onChange={setKey}
          />
          {guides.length < 2 || guide === undefined ? null : (
            <div className={styles['client']}>
              <span className={styles['clientLabel']} aria-hidden="true">
                {message('setMeUp.client')}
              </span>
              <Segmented
                label={message('setMeUp.client')}
                options={guides.map((one) => ({ value: one.client, label: one.client }))}
                value={guide.client}
                onChange={setClient}
              />
            </div>
          )}
        </div>
        <div className={styles['row']}>
          <span className={styles['muted']} aria-hidden="true">
            {message('setMeUp.wantTo')}
          </span>
          <Segmented
            label={message('setMeUp.wantTo')}
            options={[
              { value: 'install', label: message('setMeUp.install') },
              { value: 'publish', label: message('setMeUp.publish') },
              { value: 'both', label: message('setMeUp.both') },
            ]}
            value={verb}
            onChange={setVerb}
          />
          <span className={cx(styles['muted'], styles['apart'])} aria-hidden="true">
            {message('setMeUp.for')}
          </span>
          <Segmented
            label={message('setMeUp.for')}
            options={[
              { value: 'me', label: message('setMeUp.forMe') },
              { value: 'ci', label: message('setMeUp.forCi') },
            ]}
            value={audience}
            onChange={setAudience}
          />
        </div>
      </div>
      {repository === undefined ? (
        <NoRepository format={format} verb={verb} />
      ) : guide === undefined ? null : (
        <Steps
          key={audience === 'ci' ? `${repository.key} ${verb}` : repository.key}
          repository={repository}
          guide={guide}
          verb={verb}
          audience={audience}
        />
      )}
    </>
  )
}
