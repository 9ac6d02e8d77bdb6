import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { FormSection } from '../../shared/form-section.tsx'
import styles from '../../shared/settings-page.module.css'
import { When } from '../../shared/when.tsx'
import { Button } from '../../ui/button.tsx'
import { tokensOf, useRevokeTokens } from './queries.ts'
import own from './user-access.module.css'

/** The tokens that act for this user. */
export function UserTokens({ name, onRevokeAll }: { name: string; onRevokeAll: () => void }) {
  const list = useQuery(tokensOf(name)).data
  const revoke = useRevokeTokens()
  const tokens = (list?.items ?? []).filter(({ subject }) => subject === name)
  const revokeOne = (id: string) =>
    revoke.mutate(
      { body: { ids: [id] } },
      {
        onSuccess: () => notify('success', message('people.tokenRevoked')),
        onError: (error) => notify('error', error.message),
      },
    )
  return (
    <FormSection
      title={message('people.tokens')}
      aside={
        tokens.length === 0 ? undefined : (
          <Button size={28} onClick={onRevokeAll}>
            {message('people.revokeTokens')}
          </Button>
        )
      }
    >
      {tokens.length === 0 ? <p className={styles['muted']}>{message('people.noTokens')}</p> : null}
      {tokens.length === 0 ? null : (
        <ul className={own['list']}>
          {tokens.map((token) => (
            <li key={token.id} className={own['row']}>
              <div className={own['words']}>
                {token.description === '' ? message('people.unnamedToken') : token.description}
                <span className={own['small']}>
                  {token.scopeInWords} ·{' '}
                  {token.lastUsedAt === null ? message('people.neverUsed') : <When at={token.lastUsedAt} />}
                </span>
              </div>
              <Button look="plain" size={28} onClick={() => revokeOne(token.id)}>
                {message('people.revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  )
}
