// Which user somebody is whom a provider vouches for. Made at the first sign-in; here an administrator sees to the rest.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ProviderName } from './saml.ts'

const ExternalRealm = z.enum(['ldap', 'saml', 'oauth', 'crowd', 'http-sso'])

export const IdentityLink = z.object({
  user: z.string(),
  realm: z.string(),
  provider: z.string(),
  by: z.enum(['name', 'id']).describe('What the provider calls the person by: a name, or an id that stays'),
  value: z.string(),
  createdAt: z.string(),
})
export type IdentityLink = z.infer<typeof IdentityLink>

const LinkKey = z.object({
  realm: ExternalRealm,
  provider: ProviderName,
  by: z.enum(['name', 'id']).default('name'),
  value: z.string().trim().min(1, 'This field is mandatory').max(512),
})

export const identityLinks = {
  list: endpoint('GET /ui/api/v1/identity-links', 'Who a user is at providers outside', {
    query: z.object({ user: z.string().min(1, 'This field is mandatory').max(64) }),
    response: z.array(IdentityLink),
  }),
  create: endpoint('POST /ui/api/v1/identity-links', 'Say that somebody at a provider is this user', {
    body: LinkKey.extend({ user: z.string().min(1, 'This field is mandatory').max(64) }),
    response: IdentityLink,
    status: 201,
  }),
  remove: endpoint(
    'DELETE /ui/api/v1/identity-links',
    'Say that somebody at a provider is this user no more',
    {
      query: LinkKey,
    },
  ),
}
