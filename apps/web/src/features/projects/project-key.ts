import { longestProjectKey } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'

/** `Web shop` becomes `web-shop`; what comes before the first letter goes. */
export const suggestKey = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 32)
    .replace(/-+$/, '')

/** As the server checks it. */
export function checkKey(key: string): string | undefined {
  if (key.trim() === '') return message('spec.mandatory')
  if (!/^[a-z]/.test(key)) return message('spec.projectKey')
  if (!/^[a-z0-9-]*$/.test(key)) return message('projects.keyPattern')
  if (key.length < 2 || key.length > longestProjectKey)
    return message('projects.keyLength', { max: longestProjectKey })
  return undefined
}
