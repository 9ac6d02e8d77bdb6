// What each type of provider needs. Only people's sign-in addresses stand here; everything else is discovered.
import type { OAuthPreset, OAuthType } from '@bindery/contracts'

const openid = {
  scopes: 'openid profile email',
  nameClaim: 'preferred_username',
  emailClaim: 'email',
  groupClaim: 'groups',
}

export const presets: OAuthPreset[] = [
  {
    ...openid,
    type: 'openid',
    displayName: 'OpenID Connect',
    issuer: '',
    hint: 'The issuer is the address before /.well-known/openid-configuration.',
  },
  {
    type: 'github',
    displayName: 'GitHub',
    issuer: 'https://github.com',
    scopes: 'read:user user:email read:org',
    nameClaim: 'login',
    emailClaim: 'email',
    groupClaim: 'groups',
    hint: 'Groups are organisations (acme) and teams (acme/dev). Give your own address for GitHub Enterprise Server.',
  },
  {
    ...openid,
    type: 'google',
    displayName: 'Google',
    issuer: 'https://accounts.google.com',
    nameClaim: 'email',
    groupClaim: '',
    hint: 'The organisation is the Workspace domain (hd). Restrict it, or everybody with an account can come.',
  },
  {
    ...openid,
    type: 'gitlab',
    displayName: 'GitLab',
    issuer: 'https://gitlab.com',
    hint: 'Give your own address for a GitLab of yours.',
  },
  {
    ...openid,
    type: 'azure',
    displayName: 'Microsoft Entra ID',
    issuer: '',
    hint: 'The issuer is https://login.microsoftonline.com/<tenant id>/v2.0. Groups come as object ids.',
  },
]

export function presetOf(type: OAuthType): OAuthPreset {
  const found = presets.find((preset) => preset.type === type)
  if (!found) throw new Error(`No preset for ${type}`)
  return found
}
