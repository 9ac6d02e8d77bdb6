import { useEffect, useRef } from 'react'
import { message } from '../../../lib/messages.ts'
import { Tag } from '../../../ui/tag.tsx'
import { lastMethod, type Provider } from '../last-method.ts'
import { ProviderMark } from './provider-mark.ts'
import styles from './providers.module.css'

interface ProvidersProps {
  /** Undefined: its place is kept until it is known. */
  providers: (Provider | undefined)[]
  hasForm: boolean
  /** The one to be offered first, with the focus on it. */
  last?: string
}

export function Providers({ providers, hasForm, last = '' }: ProvidersProps) {
  if (providers.length === 0) return null
  return (
    <>
      <ul className={styles['list']}>
        {providers.map((provider, index) =>
          provider === undefined ? (
            <li key={index} className={styles['place']} />
          ) : (
            <li key={provider.method}>
              <ProviderButton provider={provider} isLast={provider.method === last} />
            </li>
          ),
        )}
      </ul>
      {hasForm ? <p className={styles['or']}>{message('session.or')}</p> : null}
    </>
  )
}

/** A link, because it leads to another server; in the shape of a button. */
function ProviderButton({ provider, isLast }: { provider: Provider; isLast: boolean }) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // Somebody who has begun to type stays where they are.
    if (isLast && !hasTyped()) link.current?.focus()
  }, [isLast])
  return (
    <a
      ref={link}
      className={styles['button']}
      href={provider.url}
      onClick={() => lastMethod.set(provider.method)}
    >
      <ProviderMark name={provider.icon} className={styles['mark']} />
      <span className={styles['label']}>{message('session.continueWith', { name: provider.label })}</span>
      {isLast ? (
        <span className={styles['last']}>
          <Tag>{message('session.lastUsed')}</Tag>
        </span>
      ) : null}
    </a>
  )
}

const hasTyped = () =>
  document.activeElement instanceof HTMLInputElement && document.activeElement.value !== ''
