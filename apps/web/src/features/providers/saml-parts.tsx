// What SAML has beside its fields: metadata in both directions, the addresses that the provider needs, and certificates.
import { saml, type CertificateFacts, type SamlProvider } from '@bindery/contracts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { exactTime } from '../../lib/time.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { DownloadIcon } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { Addresses, futureAddress } from './addresses.tsx'
import { type PanelProps, textOf } from './kind.ts'
import styles from './providers.module.css'

/** The provider describes itself in a document: pasted, or read from its address. */
export function SamlMetadata({ saved, change }: PanelProps) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(saved === undefined)
  const read = useMutation({
    mutationFn: () => {
      const given = text.trim()
      return call(saml.readMetadata, { body: /^https?:\/\//i.test(given) ? { url: given } : { xml: given } })
    },
    onSuccess: ({ certificateFacts: _facts, ...found }) => {
      change(found)
      setText('')
      setOpen(saved === undefined)
      notify('success', message('providers.metadataRead'))
    },
  })
  if (!isOpen)
    return (
      <div className={styles['actions']}>
        <Button onClick={() => setOpen(true)}>{message('providers.metadataIn')}</Button>
      </div>
    )
  return (
    <FormSection title={message('providers.metadataIn')} text={message('providers.metadataInText')}>
      <TextArea
        label={message('providers.metadataField')}
        className={styles['code'] ?? ''}
        rows={3}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {read.error === null ? null : (
        <Notice look="error" isUrgent>
          {read.error.message}
        </Notice>
      )}
      <div className={styles['actions']}>
        <Button size={36} isBusy={read.isPending} disabled={text.trim() === ''} onClick={() => read.mutate()}>
          {message('providers.metadataUse')}
        </Button>
      </div>
    </FormSection>
  )
}

export function SamlAddresses({ saved, values }: PanelProps) {
  const provider = saved as SamlProvider | undefined
  const name = textOf(values['name'])
  const acs = provider?.acsUrl ?? futureAddress(saml.answer.path, name)
  const metadata = provider?.metadataUrl ?? futureAddress(saml.metadata.path, name)
  return (
    <FormSection
      title={message('providers.metadataOut')}
      text={message('providers.metadataOutText')}
      aside={
        provider === undefined ? undefined : (
          <a
            className={buttonClass('outlined', 28)}
            href={provider.metadataUrl}
            download={`${provider.name}-metadata.xml`}
          >
            <DownloadIcon size="1rem" stroke={1.5} aria-hidden="true" />
            {message('providers.metadataDownload')}
          </a>
        )
      }
    >
      <Addresses
        addresses={[
          {
            label: 'providers.ourEntityId',
            value: provider?.ourEntityId ?? (textOf(values['entityId']) || metadata),
          },
          { label: 'providers.acsUrl', value: acs },
          {
            label: 'providers.ourLogoutUrl',
            value: provider?.ourLogoutUrl ?? futureAddress(saml.logoutByPost.path, name),
          },
          { label: 'providers.metadataUrl', value: metadata },
          { label: 'providers.recoveryLink', value: `${location.origin}/ui/login?noRedirect` },
        ]}
      />
    </FormSection>
  )
}

export function SamlCertificates({ saved }: PanelProps) {
  const provider = saved as SamlProvider | undefined
  if (provider === undefined || provider.certificateFacts.length === 0) return null
  return (
    <FormSection title={message('providers.certificates')}>
      <ul className={styles['certificates']}>
        {provider.certificateFacts.map((certificate) => (
          <li key={certificate.fingerprint}>
            <Certificate {...certificate} />
          </li>
        ))}
      </ul>
    </FormSection>
  )
}

function Certificate({ subject, validTo, fingerprint, isExpired }: CertificateFacts) {
  return (
    <Facts
      facts={[
        { label: message('providers.certificateSubject'), value: subject },
        {
          label: message('providers.certificateUntil'),
          value: (
            <span className={styles['tags']}>
              {exactTime(validTo)}
              <Expiry validTo={validTo} isExpired={isExpired} />
            </span>
          ),
        },
        {
          label: message('providers.certificateFingerprint'),
          value: <code className={styles['fingerprint']}>{fingerprint}</code>,
        },
      ]}
    />
  )
}

const warnDays = 30

function Expiry({ validTo, isExpired }: { validTo: string; isExpired: boolean }) {
  const [now] = useState(() => Date.now())
  const days = Math.floor((Date.parse(validTo) - now) / 86_400_000)
  if (isExpired) return <Tag look="error">{message('providers.expired')}</Tag>
  return days < warnDays ? <Tag look="warn">{message('providers.expiresIn', { count: days })}</Tag> : null
}
