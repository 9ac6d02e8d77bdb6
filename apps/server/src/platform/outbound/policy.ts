// Where the server may connect to by itself. Link-local, loopback and metadata addresses are closed unless the
// installation's owner opened them: whoever may name an address in a form must not reach what only the server reaches.
import dns from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { AppError } from '../errors.ts'
import { isListed, toBlockList } from '../networks.ts'

export interface OutboundPolicy {
  /** Throws unless the host is a name, or an address that may be reached. For literals, which are never looked up. */
  check(host: string): void
  /** For `net`, `tls`, `http` and libraries above them: resolves a name to addresses that may be reached, and only those. */
  lookup: LookupFunction
  /** Throws when the name leads to addresses that may not be reached; a name that only a proxy knows passes. */
  checkName(host: string): Promise<void>
  /** For the addresses of proxies, which an administrator names: helpers on the same machine are common. */
  proxies: Pick<OutboundPolicy, 'check' | 'lookup'>
}

const sameMachine = ['127.0.0.0/8', '::1']

const closed = toBlockList([
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '100.100.100.200/32',
  '224.0.0.0/4',
  '255.255.255.255/32',
  '::/128',
  '::1/128',
  'fe80::/10',
  'ff00::/8',
  'fd00:ec2::254/128',
])

export function createOutboundPolicy(allowedNetworks: string[]): OutboundPolicy {
  const rules = rulesFor(allowedNetworks)
  return {
    ...rules,
    async checkName(host) {
      rules.check(host)
      await new Promise<void>((resolve, reject) => {
        rules.lookup(host.replace(/^\[|\]$/g, ''), { all: true }, (error) => {
          if (error instanceof AppError) reject(error)
          else resolve()
        })
      })
    },
    proxies: rulesFor([...allowedNetworks, ...sameMachine]),
  }
}

function rulesFor(allowedNetworks: string[]): OutboundPolicy['proxies'] {
  const allowed = toBlockList(allowedNetworks)
  const isOpen = (address: string) => isListed(allowed, address) || !isListed(closed, address)
  return {
    check(host) {
      const literal = host.replace(/^\[|\]$/g, '')
      if (isIP(literal) !== 0 && !isOpen(literal)) throw refused(host)
    },
    lookup(host, options, done) {
      dns.lookup(host, { ...options, all: true }, (error, found) => {
        if (error) return done(error, [])
        const open = found.filter(({ address }) => isOpen(address))
        const [first] = open
        if (first === undefined) return done(refused(host), [])
        return options.all === true ? done(null, open) : done(null, first.address, first.family)
      })
    },
  }
}

const refused = (host: string) =>
  new AppError(
    'bad-request',
    `The address ${JSON.stringify(host.slice(0, 200))} cannot be used: it is internal to this machine or its provider. ` +
      'An administrator of the machine can open it with the setting outboundAllow.',
  )
