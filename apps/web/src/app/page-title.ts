import { brand } from '../messages/brand.ts'

/** `{route title} - {server name}`; the product stands in for a server without a name. */
export function pageTitle(title: string, serverName: string): string {
  const name = serverName === '' ? brand.product : serverName
  return title === '' ? name : `${title} - ${name}`
}
