// Parts of the configuration that clients of Artifactory know under addresses of their own, as JSON.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const base = '/artifactory/api'

const OAuthWireProvider = z.looseObject({
  name: z.string().min(1).max(64),
  enabled: z.boolean().optional(),
  providerType: z.string().max(64).optional(),
  id: z.string().max(512).optional(),
  secret: z
    .string()
    .max(1024)
    .optional()
    .describe('Comes back empty; left out or empty, the stored one stays'),
  apiUrl: z.string().max(2048).optional(),
  authUrl: z.string().max(2048).optional(),
  tokenUrl: z.string().max(2048).optional(),
})

export const OAuthWireSettings = z.object({
  enabled: z.boolean().optional(),
  persistUsers: z.boolean().optional(),
  allowUserToAccessProfile: z.boolean().optional(),
  providers: z.array(OAuthWireProvider).max(100).optional().describe('Those that are not named stay'),
})
export type OAuthWireSettings = z.infer<typeof OAuthWireSettings>

const Members = z.record(z.string().max(128), z.unknown())

export const artifactoryConfiguration = {
  security: endpoint(`GET ${base}/securityconfig`, 'The security settings of the configuration', {
    response: Members,
  }),
  saveSecurity: endpoint(`PUT ${base}/securityconfig`, 'Change security settings; what is not given stays', {
    body: Members,
    response: Members,
  }),
  oauth: endpoint(`GET ${base}/oauth`, 'The OAuth settings', {
    response: OAuthWireSettings.extend({ availableTypes: z.array(z.record(z.string(), z.unknown())) }),
  }),
  saveOAuth: endpoint(`PUT ${base}/oauth`, 'Change OAuth settings', {
    body: OAuthWireSettings,
    response: OAuthWireSettings,
  }),
  saml: endpoint(`GET ${base}/saml/config`, 'The SAML settings', { response: Members }),
}
