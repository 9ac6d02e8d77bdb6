// The settings pages of sign-on providers. Two of them answer under a shorter name as well.
import { parseProviderSearch } from '../features/providers/provider-search.ts'
import type { MessageId } from '../lib/messages.ts'
import { lazyScreen } from './lazy-screen.ts'
import type { Screen } from './screens.ts'

const base = '/admin/configuration/security'

const load = () => import('../features/providers/screens.tsx')
const ldap = lazyScreen(load, 'LdapScreen', ['providers'])
const saml = lazyScreen(load, 'SamlScreen', ['providers'])
const oauth = lazyScreen(load, 'OAuthScreen', ['providers'])
const crowd = lazyScreen(load, 'CrowdScreen', ['providers'])
const oidc = lazyScreen(load, 'OidcScreen', ['providers', 'permissions'])
const httpSso = lazyScreen(load, 'HttpSsoScreen', ['providers'])

export const providerScreens: Screen[] = [
  inMenu('ldap', ldap, 'shell.ldap'),
  inMenu('saml_integration', saml, 'shell.saml'),
  inMenu('oauth', oauth, 'shell.oauth'),
  inMenu('crowd_integration', crowd, 'shell.crowd'),
  inMenu('http_sso', httpSso, 'shell.httpSso'),
  inMenu('oidc', oidc, 'shell.oidc'),
  page('saml', saml, 'shell.saml'),
  page('crowd', crowd, 'shell.crowd'),
]

function inMenu(path: string, component: Screen['component'], title: MessageId): Screen {
  return {
    ...page(path, component, title),
    menu: { section: 'administration', label: title, group: 'authentication' },
  }
}

function page(path: string, component: Screen['component'], title: MessageId): Screen {
  return {
    path: `${base}/${path}`,
    component,
    title,
    audience: 'administrator',
    frame: 'shell',
    search: (raw) => ({ ...parseProviderSearch(raw) }),
  }
}
