// Addresses that only lead to another one: short names, older names and the entries of areas.
export interface Redirect {
  from: string
  to: string
  /** Where the rest of the address goes on, for `from` with `/$` at its end. */
  keepsRest?: boolean
}

const providers = '/admin/configuration/security'

export const redirects: Redirect[] = [
  { from: '/admin', to: '/admin/management/users' },
  { from: '/logout', to: '/login?logout=true' },
  { from: '/ldap', to: `${providers}/ldap` },
  { from: '/oauth', to: `${providers}/oauth` },
  { from: '/crowd_integration', to: `${providers}/crowd_integration` },
  { from: '/artifacts', to: '/repos/tree/General' },
  { from: '/artifacts/browse', to: '/repos/tree/General' },
  { from: '/artifacts/browse/$', to: '/repos', keepsRest: true },
  { from: '/quickSetup', to: '/quick-setup' },
  { from: '/security_policies', to: '/admin/xray/security_policies' },
  { from: '/distribution', to: '/release-bundles/source' },
  { from: '/release-bundles', to: '/release-bundles/source' },
  { from: '/release-bundles-path/$', to: '/release-bundles', keepsRest: true },
  { from: '/bundles', to: '/release-bundles/source' },
  { from: '/bundles/$', to: '/release-bundles', keepsRest: true },
  { from: '/demo', to: '/demo/tree' },
  { from: '/demo/typescript', to: '/demo/typescript/greeting' },
  { from: '/admin/proxies/configuration', to: '/admin/proxies/configuration/list' },
]
