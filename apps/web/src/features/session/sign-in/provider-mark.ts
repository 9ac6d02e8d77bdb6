import { createElement } from 'react'
import {
  AuthenticationIcon,
  AzureIcon,
  GithubIcon,
  GitlabIcon,
  GoogleIcon,
  type Icon,
  SecurityIcon,
} from '../../../ui/icons.ts'

const marks: Record<string, Icon> = {
  saml: SecurityIcon,
  github: GithubIcon,
  gitlab: GitlabIcon,
  google: GoogleIcon,
  azure: AzureIcon,
}

/** The mark of a provider that has one; else the sign for authentication. */
export function ProviderMark({ name, className }: { name: string; className?: string | undefined }) {
  return createElement(marks[name] ?? AuthenticationIcon, {
    className: className ?? '',
    size: '1.125rem',
    stroke: 1.5,
    'aria-hidden': 'true',
  })
}
