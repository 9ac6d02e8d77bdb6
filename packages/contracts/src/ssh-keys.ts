// The public keys with which one signs in over SSH; for administrators also those of others.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const SshKey = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string().describe('As SSH calls it: ssh-ed25519, ssh-rsa, ecdsa-sha2-nistp256 …'),
  bits: z.number().int(),
  fingerprint: z.string().describe('SHA256:… as ssh-keygen -l prints it'),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type SshKey = z.infer<typeof SshKey>

export const SshServer = z.object({
  port: z.number().int(),
  fingerprint: z.string().describe('Of the host key, for comparing it at the first connection'),
})
export type SshServer = z.infer<typeof SshServer>

export const SshKeys = z.object({
  keys: z.array(SshKey),
  server: SshServer.nullable().describe('Null while SSH is off on this server'),
})
export type SshKeys = z.infer<typeof SshKeys>

const base = '/ui/api/v1/profile/ssh-keys'
const ofUser = '/ui/api/v1/users/{name}/ssh-keys'
const UserParam = z.object({ name: z.string().max(64) })
const IdParam = z.object({ id: z.string().max(64) })

export const sshKeys = {
  list: endpoint(`GET ${base}`, 'My SSH keys, and where they are taken', {
    response: SshKeys,
  }),
  add: endpoint(`POST ${base}`, 'Add an SSH key of mine', {
    body: z.object({
      key: z
        .string()
        .trim()
        .min(1, 'This field is mandatory')
        .max(16_384, 'This is too long for a public key.')
        .describe('The public key, as in a .pub file'),
      name: z.string().trim().max(128).default('').describe('Without it, the comment of the key'),
    }),
    response: SshKey,
    status: 201,
  }),
  remove: endpoint(`DELETE ${base}/{id}`, 'Remove an SSH key of mine', {
    params: IdParam,
  }),
  listOfUser: endpoint(`GET ${ofUser}`, 'The SSH keys of a user', {
    params: UserParam,
    response: z.array(SshKey),
  }),
  removeOfUser: endpoint(`DELETE ${ofUser}/{id}`, 'Remove an SSH key of a user', {
    params: UserParam.extend(IdParam.shape),
  }),
}
