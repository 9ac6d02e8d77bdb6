import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { SecretField } from '../../shared/secret-field.tsx'
import styles from '../../shared/settings-page.module.css'
import { Button } from '../../ui/button.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import federation from './federation-section.module.css'
import { type FederationMember, membersIn } from './federation-draft.ts'
import { MirrorTest } from './mirror-test.tsx'
import { mirrorList } from './queries.ts'
import { textOf } from './repository-draft.ts'
import type { SectionProps } from './section-props.ts'

/** The other installations that have the same files. */
export function FederationSection({ draft, set, mistakes }: SectionProps) {
  const known = useQuery(mirrorList(draft.key)).data ?? []
  const members = membersIn(draft.config)
  const change = (index: number, part: Partial<FederationMember>) =>
    set({ members: members.map((one, at) => (at === index ? { ...one, ...part } : one)) })
  return (
    <FormSection title={message('repository.federation')} text={message('repository.federationText')}>
      {mistakes['members'] === undefined ? null : (
        <Notice look="error" isUrgent>
          {mistakes['members']}
        </Notice>
      )}
      {members.length === 0 ? <Notice look="warn">{message('repository.noFederation')}</Notice> : null}
      <ol className={federation['members']} aria-label={message('repository.federation')}>
        {members.map((member, index) => (
          // Two may have the same address while one is being typed.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className={federation['member']}>
            <Member
              member={member}
              number={index + 1}
              error={mistakes[`members.${index}.url`]}
              hasToken={known.some(({ url, hasSecret }) => hasSecret && url === member.url.trim())}
              onChange={(part) => change(index, part)}
            />
            <div className={styles['actions']}>
              {/* What was found at one address is not told of another. */}
              <MirrorTest key={member.url} repositoryKey={draft.key} asked={testOf(member, draft)} />
              <Button
                look="plain"
                aria-label={message('shared.removeWhat', { what: member.url || String(index + 1) })}
                onClick={() => set({ members: members.filter((_, at) => at !== index) })}
              >
                {message('repository.removeReplication')}
              </Button>
            </div>
          </li>
        ))}
      </ol>
      <div className={styles['actions']}>
        <Button onClick={() => set({ members: [...members, { url: '', enabled: true }] })}>
          {message('repository.addMirror')}
        </Button>
      </div>
    </FormSection>
  )
}

interface MemberProps {
  member: FederationMember
  number: number
  error: string | undefined
  hasToken: boolean
  onChange: (part: Partial<FederationMember>) => void
}

function Member({ member, number, error, hasToken, onChange }: MemberProps) {
  return (
    <>
      <TextField
        name={`members.${number - 1}.url`}
        type="url"
        inputMode="url"
        label={message('repository.memberUrl', { number })}
        required
        placeholder="https://"
        autoComplete="off"
        spellCheck={false}
        value={member.url}
        error={error}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
      <SecretField
        label={message('repository.memberToken', { number })}
        isSet={hasToken}
        value={member.accessToken}
        onChange={(accessToken) => onChange({ accessToken })}
      />
      <CheckRow
        label={message('repository.memberEnabled', { number })}
        checked={member.enabled}
        onChange={(enabled) => onChange({ enabled })}
      />
    </>
  )
}

const testOf = ({ url, accessToken }: FederationMember, { config }: SectionProps['draft']) => ({
  url: url.trim(),
  proxyRef: textOf(config, 'proxy'),
  disableProxy: config['disableProxy'] === true,
  ...(accessToken === undefined || accessToken === '' ? {} : { accessToken }),
})
