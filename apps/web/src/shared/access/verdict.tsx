import type { permissions, Output, Reason } from '@bindery/contracts'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { CopyButton } from '../copy-button.tsx'
import { CloseIcon, ErrorIcon, NeutralIcon, SuccessIcon, TickIcon } from '../../ui/icons.ts'
import styles from './access-tester.module.css'

type AccessAnswer = Output<(typeof permissions)['test']['shape']>

/** Allowed or denied, and the chain of reasons: a tick allows, a cross refuses, a dash was looked at and does not help. */
export function Verdict({ answer, hasRemedies }: { answer: AccessAnswer; hasRemedies: boolean }) {
  const Glyph = answer.allowed ? SuccessIcon : ErrorIcon
  return (
    <>
      <div className={styles['verdict']} data-look={answer.allowed ? 'ok' : 'error'}>
        <Glyph size="1.25rem" stroke={1.75} aria-hidden="true" />
        <div>
          <p className={styles['word']}>
            {message(answer.allowed ? 'permissions.allowed' : 'permissions.denied')}
          </p>
          <p className={styles['sentence']}>{answer.sentence}</p>
        </div>
      </div>
      {answer.reasons.length === 0 ? null : (
        <>
          <h3 className={styles['why']}>{message('permissions.why')}</h3>
          <ol className={styles['chain']}>
            {answer.reasons.map((reason, index) => (
              <Step
                key={`${reason.sentence} ${index}`}
                reason={reason}
                look={answer.allowed ? 'ok' : index === 0 ? 'error' : 'neutral'}
              />
            ))}
          </ol>
        </>
      )}
      {answer.request === null || hasRemedies ? null : <Request text={answer.request} />}
    </>
  )
}

type StepLook = 'ok' | 'error' | 'neutral'

function Step({ reason, look }: { reason: Reason; look: StepLook }) {
  const canOpen = useCurrentUser()?.canManageResources === true
  const Glyph = { ok: TickIcon, error: CloseIcon, neutral: NeutralIcon }[look]
  return (
    <li className={styles['step']} data-look={look}>
      <span className={styles['mark']}>
        <Glyph size="0.875rem" stroke={2} aria-hidden="true" />
      </span>
      <div>
        <p>{reason.sentence}</p>
        <p className={styles['detail']}>
          {reason.kind === 'permission' && reason.permission !== undefined && canOpen ? (
            <Link to="/admin/management/permissions/$name/edit" params={{ name: reason.permission }}>
              {reason.permission}
            </Link>
          ) : null}
          {reason.via?.kind === 'group' ? (
            <span>{message('permissions.throughGroup', { group: reason.via.name })}</span>
          ) : null}
          {reason.pattern === undefined ? null : (
            <span>
              {message('permissions.matches')} <code>{reason.pattern}</code>
            </span>
          )}
        </p>
      </div>
    </li>
  )
}

/** For whoever cannot change it: words to send to somebody who can. */
function Request({ text }: { text: string }) {
  return (
    <div className={styles['request']}>
      <div className={styles['requestHead']}>
        <h3 className={styles['why']}>{message('permissions.request')}</h3>
        <CopyButton text={text} what={message('permissions.requestText')} hasText />
      </div>
      <p className={styles['requestText']}>{text}</p>
    </div>
  )
}

export const resultAsText = ({ allowed, sentence, reasons }: AccessAnswer) =>
  [
    `${message(allowed ? 'permissions.allowed' : 'permissions.denied')}: ${sentence}`,
    ...reasons.map((reason) => `- ${reason.sentence}`),
  ].join('\n')
