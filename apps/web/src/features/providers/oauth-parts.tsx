// What OAuth has beside its fields: presets for well-known providers, and the address to register there.
import { oauth, type OAuthPreset, type OAuthProvider } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { message } from '../../lib/messages.ts'
import { query } from '../../lib/query.ts'
import { FormSection } from '../../shared/form-section.tsx'
import { Chip, ChipRow } from '../../ui/chip.tsx'
import {
  AuthenticationIcon,
  AzureIcon,
  GithubIcon,
  GitlabIcon,
  GoogleIcon,
  type Icon,
} from '../../ui/icons.ts'
import { Addresses, futureAddress } from './addresses.tsx'
import { type PanelProps, textOf } from './kind.ts'
import styles from './providers.module.css'

const icons: Record<OAuthPreset['type'], Icon> = {
  openid: AuthenticationIcon,
  github: GithubIcon,
  google: GoogleIcon,
  gitlab: GitlabIcon,
  azure: AzureIcon,
}

/** Fills in what is the same for everybody. */
export function OAuthPresets({ values, change }: PanelProps) {
  const presets = useQuery(query(oauth.presets, {})).data ?? []
  const current = presets.find(({ type }) => type === values['type'])
  const use = ({ type, issuer, scopes, nameClaim, emailClaim, groupClaim, displayName }: OAuthPreset) =>
    change({
      type,
      issuer,
      scopes,
      nameClaim,
      emailClaim,
      groupClaim,
      ...(values['displayName'] === '' ? { displayName } : {}),
    })
  return (
    <FormSection title={message('providers.presets')} text={message('providers.presetsText')}>
      <ChipRow label={message('providers.presets')}>
        {presets.map((preset) => {
          const Glyph = icons[preset.type]
          return (
            <Chip
              key={preset.type}
              isSelected={preset.type === values['type']}
              icon={<Glyph size="1rem" stroke={1.5} aria-hidden="true" />}
              onSelect={() => use(preset)}
            >
              {preset.displayName}
            </Chip>
          )
        })}
      </ChipRow>
      {current === undefined || current.hint === '' ? null : (
        <p className={styles['muted']}>{current.hint}</p>
      )}
    </FormSection>
  )
}

export function OAuthAddress({ saved, values }: PanelProps) {
  const provider = saved as OAuthProvider | undefined
  const value = provider?.callbackUrl ?? futureAddress(oauth.answer.path, textOf(values['name']))
  return (
    <FormSection title={message('providers.redirect')} text={message('providers.redirectText')}>
      <Addresses addresses={[{ label: 'providers.redirectUrl', value }]} />
    </FormSection>
  )
}
