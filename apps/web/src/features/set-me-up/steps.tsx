import type { ClientGuide, IdentityToken, Repository } from '@bindery/contracts'
import { type ReactNode, useState } from 'react'
import { copyText } from '../../lib/copy.ts'
import { message } from '../../lib/messages.ts'
import { CodeLines } from '../../shared/code-line.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyIcon, TickIcon } from '../../ui/icons.ts'
import { filled, type Verb } from './choices.ts'
import { LiveCheck } from './live-check.tsx'
import { Credentials } from './credentials.tsx'
import styles from './set-me-up-panel.module.css'
import { SnippetLines } from './snippet-lines.tsx'

interface StepsProps {
  repository: Repository
  guide: ClientGuide
  verb: Verb
}

/** Credentials, the settings of the client, and the commands; each line with its own copy button. */
export function Steps({ repository, guide, verb }: StepsProps) {
  const [made, setMade] = useState<IdentityToken | undefined>(undefined)
  const token = made?.referenceToken ?? message('setMeUp.tokenGap')
  const fill = (line: string) => filled(line, repository.url, token)
  const { settings } = guide
  const commands = (verb === 'install' ? guide.install : guide.publish).map(fill)
  const everything = [
    ...(settings === undefined ? [] : [`# ${settings.file}`, ...settings.lines.map(fill), '']),
    ...guide.check.map(fill),
    ...commands,
  ].join('\n')
  return (
    <>
      <div className={styles['steps']}>
        <Step number={1} title={message('setMeUp.credentials')} isDone={made !== undefined}>
          <Credentials made={made} onMade={setMade} />
        </Step>
        {settings === undefined ? null : (
          <Step number={2} title={message('setMeUp.putIn', { file: settings.file })}>
            <SnippetLines lines={settings.lines.map(fill)} secret={made?.referenceToken} />
          </Step>
        )}
        <Step number={settings === undefined ? 2 : 3} title={message('setMeUp.check')}>
          <CodeLines lines={guide.check.map(fill)} what={message('setMeUp.command')} />
          <LiveCheck repository={repository} />
        </Step>
        <Step
          number={settings === undefined ? 3 : 4}
          title={message(verb === 'install' ? 'setMeUp.runInstall' : 'setMeUp.runPublish')}
        >
          <CodeLines lines={commands} what={message('setMeUp.command')} />
        </Step>
      </div>
      <div className={styles['foot']}>
        <code className={styles['url']}>{repository.url}</code>
        <Button look="filled" icon={CopyIcon} onClick={() => void copyText(everything)}>
          {message('setMeUp.copyAll')}
        </Button>
      </div>
    </>
  )
}

interface StepProps {
  number: number
  title: string
  isDone?: boolean
  children: ReactNode
}

function Step({ number, title, isDone = false, children }: StepProps) {
  return (
    <section className={styles['step']}>
      <span className={styles['number']} data-done={isDone || undefined} aria-hidden="true">
        {isDone ? <TickIcon size="1rem" stroke={2.5} /> : number}
      </span>
      <div className={styles['stepBody']}>
        <h3 className={styles['stepTitle']}>{title}</h3>
        {children}
      </div>
    </section>
  )
}
