import type { ClientGuide, IdentityToken, Repository } from '@bindery/contracts'
import { type ReactNode, Suspense, useState } from 'react'
import { copyText } from '../../lib/copy.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { message, type MessageId, richMessage } from '../../lib/messages.ts'
import { CodeLines } from '../../shared/code-line.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyIcon, GithubIcon, TerminalIcon, TickIcon } from '../../ui/icons.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { type Audience, filled, type Verb } from './choices.ts'
import { LiveCheck } from './live-check.tsx'
import { Credentials } from './credentials.tsx'
import {
  everything,
  shellScript,
  tokenReference,
  tokenVariable,
  windowsFile,
  workflowStep,
} from './scripts.ts'
import styles from './set-me-up-panel.module.css'
import { SnippetLines } from './snippet-lines.tsx'
import help from './troubles.module.css'

const Troubles = lazyPart(() => import('./troubles.tsx'), 'Troubles')

interface StepsProps {
  repository: Repository
  guide: ClientGuide
  verb: Verb
  audience: Audience
}

/** Credentials, the settings of the client, and the commands; each line with its own copy button. */
export function Steps({ repository, guide, verb, audience }: StepsProps) {
  const [made, setMade] = useState<IdentityToken | undefined>(undefined)
  const [isWindows, setWindows] = useState(false)
  const secret = made?.referenceToken
  const token = audience === 'ci' ? tokenReference : (secret ?? message('setMeUp.tokenGap'))
  const all = fillGuide(guide, verb, (line) => filled(line, repository.url, token))
  const { settings } = all
  const file = settings === undefined ? '' : isWindows ? windowsFile(settings.file) : settings.file
  const after = settings === undefined ? 2 : 3
  return (
    <>
      <div className={styles['steps']}>
        <Step number={1} title={message('setMeUp.credentials')} isDone={made !== undefined}>
          {audience === 'ci' ? (
            <p className={styles['muted']}>
              {richMessage('setMeUp.ciText', { variable: <code>{tokenVariable}</code> })}
            </p>
          ) : null}
          <Credentials
            made={made}
            limit={audience === 'ci' ? { repository: repository.key, verb } : undefined}
            onMade={setMade}
          />
        </Step>
        {settings === undefined ? null : (
          <Step
            number={2}
            title={message('setMeUp.putIn', { file })}
            aside={
              windowsFile(settings.file) === settings.file ? null : (
                <Segmented
                  label={message('setMeUp.system')}
                  options={[
                    { value: 'unix', label: message('setMeUp.unix') },
                    { value: 'windows', label: message('setMeUp.windows') },
                  ]}
                  value={isWindows ? 'windows' : 'unix'}
                  onChange={(value) => setWindows(value === 'windows')}
                />
              )
            }
          >
            <SnippetLines lines={settings.lines} secret={secret} />
          </Step>
        )}
        <Step number={after} title={message('setMeUp.check')}>
          <CodeLines lines={all.check} what={message('setMeUp.command')} />
          <LiveCheck repository={repository} />
        </Step>
        <Step number={after + 1} title={message(titles[verb])}>
          <CodeLines lines={all.commands} what={message('setMeUp.command')} />
        </Step>
        <Help repository={repository} troubles={all.troubles} />
      </div>
      <div className={styles['foot']}>
        {audience === 'ci' ? (
          <Button icon={GithubIcon} onClick={() => void copyText(workflowStep(all))}>
            {message('setMeUp.copyWorkflow')}
          </Button>
        ) : null}
        <Button icon={TerminalIcon} onClick={() => void copyText(shellScript(all))}>
          {message('setMeUp.copyScript')}
        </Button>
        <span className={styles['last']}>
          <Button look="filled" icon={CopyIcon} onClick={() => void copyText(everything(all))}>
            {message('setMeUp.copyAll')}
          </Button>
        </span>
      </div>
    </>
  )
}

function Help({ repository, troubles }: Pick<ClientGuide, 'troubles'> & { repository: Repository }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={help['troubles']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={help['summary']}>{message('setMeUp.troubles')}</summary>
      {isOpen ? (
        <Suspense fallback={null}>
          <Troubles repository={repository} troubles={troubles} />
        </Suspense>
      ) : null}
    </details>
  )
}

const titles = {
  install: 'setMeUp.runInstall',
  publish: 'setMeUp.runPublish',
  both: 'setMeUp.runBoth',
} as const satisfies Record<Verb, MessageId>

function fillGuide(guide: ClientGuide, verb: Verb, fill: (line: string) => string) {
  const { settings, check, install, publish } = guide
  const commands = [...(verb === 'publish' ? [] : install), ...(verb === 'install' ? [] : publish)]
  return {
    settings: settings && { ...settings, lines: settings.lines.map(fill) },
    check: check.map(fill),
    commands: commands.map(fill),
    troubles: guide.troubles.map(({ cause, lines }) => ({ cause, lines: lines.map(fill) })),
  }
}

interface StepProps {
  number: number
  title: string
  isDone?: boolean
  aside?: ReactNode
  children: ReactNode
}

function Step({ number, title, isDone = false, aside = null, children }: StepProps) {
  return (
    <section className={styles['step']}>
      <span className={styles['number']} data-done={isDone || undefined} aria-hidden="true">
        {isDone ? <TickIcon size="1rem" stroke={2.5} /> : number}
      </span>
      <div className={styles['stepBody']}>
        <div className={styles['stepHead']}>
          <h3 className={styles['stepTitle']}>{title}</h3>
          {aside}
        </div>
        {children}
      </div>
    </section>
  )
}
