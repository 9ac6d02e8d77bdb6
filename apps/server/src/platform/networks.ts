// Lists of addresses and networks, IPv4 and IPv6, and whether an address is on one.
import { BlockList, isIP } from 'node:net'

export function toBlockList(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = address.includes(':') ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/** An IPv4 address in its IPv6 clothes counts as what it is. */
export function isListed(list: BlockList, address: string | undefined): boolean {
  if (address === undefined) return false
  const plain = /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice(7) : address
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}
