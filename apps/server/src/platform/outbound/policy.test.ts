import { expect, test } from 'vitest'
import { createOutboundPolicy } from './policy.ts'

const lookUp = (policy: ReturnType<typeof createOutboundPolicy>, host: string) =>
  new Promise<string>((resolve, reject) => {
    policy.lookup(host, { family: 0 }, (error, address) => {
      if (error) reject(error)
      else resolve(String(address))
    })
  })

test.for([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '169.254.169.254',
  '[::1]',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  'fe80::1',
  'fd00:ec2::254',
  '100.100.100.200',
])('C01: %s is closed by default', (address) => {
  expect(() => createOutboundPolicy([]).check(address)).toThrow('outboundAllow')
})

test.for(['10.1.2.3', '192.168.0.1', '93.184.216.34', '2001:db8::1', 'directory.example.org'])(
  '%s is open: companies have their servers there',
  (address) => {
    expect(() => createOutboundPolicy([]).check(address)).not.toThrow()
  },
)

test('an owner opens addresses and networks one by one', () => {
  const policy = createOutboundPolicy(['127.0.0.1', '169.254.0.0/16'])
  expect(() => policy.check('127.0.0.1')).not.toThrow()
  expect(() => policy.check('169.254.1.1')).not.toThrow()
  expect(() => policy.check('127.0.0.2')).toThrow('internal')
})

test('C01: a name that leads to a closed address is refused when it is looked up', async () => {
  await expect(lookUp(createOutboundPolicy([]), 'localhost')).rejects.toThrow('internal')
  await expect(lookUp(createOutboundPolicy(['127.0.0.1', '::1']), 'localhost')).resolves.toMatch(/^(127|::1)/)
})
