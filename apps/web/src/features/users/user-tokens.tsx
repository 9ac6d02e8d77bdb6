import type { ListedToken } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { LoadedRows } from '../../shared/loaded.tsx'
import styles from '../../shared/settings-page.module.css'
import { When } from '../../shared/when.tsx'
import { Button } from '../../ui/button.tsx'
import { tokensOf, useRevokeTokens } from './queries.ts'
import own from './user-access.module.css'

/** The tokens that act for this user. */
export function UserTokens({ name, onRevokeAll }: { name: string; onRevokeAll: () => void }) {
  const list = useQuery(tokensOf(name))
  const ofUser = (items: ListedToken[]) => items.filter(({ subject }) => subject === name)
  return (
    <FormSection
      title={message('people.tokens')}
      aside={
        ofUser(list.data?.items ?? []).length === 0 ? undefined : (
          <Button size={28} onClick={onRevokeAll}>
            {message('people.revokeTokens')}
          </Button>
        )
      }
    >
      <LoadedRows query={list} failed={message('people.tokensFailed')} count={1}>
        {({ items }) => <Tokens tokens={ofUser(items)} />}
      </LoadedRows>
    </FormSection>
  )
}

function Tokens({ tokens }: { tokens: ListedToken[] }) {
  const revoke = useRevokeTokens()
  const revokeOne = (id: string) =>
    revoke.mutate(
      { body: { ids: [id] } },
      {
        onSuccess: () => notify('success', message('people.tokenRevoked')),
        onError: (error) => notify('error', error.message),
      },
    )
  if (tokens.length === 0) return <p className={styles['muted']}>{message('people.noTokens')}</p>
  return (
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
  )
}
