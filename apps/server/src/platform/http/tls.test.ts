import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type ConnectionOptions } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLog, type LogHub } from '../log.ts'
import { createHttpsServer, type HttpsServer } from './tls.ts'

const root = mkdtempSync(join(tmpdir(), 'bindery-tls-'))
const files = { certificate: join(root, 'certificate.pem'), key: join(root, 'key.pem') }
let hub: LogHub
let running: HttpsServer | undefined

beforeAll(() => {
  for (const name of ['one', 'two']) makePair(name)
  hub = createLog({ folder: join(root, 'log'), level: 'info', console: 'off', maxSize: 1e6, maxFiles: 2 })
})

afterEach(() => {
  running?.stopWatching()
  running?.server.close()
  running = undefined
})

afterAll(async () => {
  await hub.close()
  rmSync(root, { recursive: true })
})

function makePair(name: string): void {
  const files = ['-keyout', join(root, `${name}-key.pem`), '-out', join(root, `${name}-certificate.pem`)]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  execFileSync(
    'openssl',
    ['req', '-x509', ...curve, '-nodes', '-days', '2', '-subj', `/CN=${name}`, ...files],
    { stdio: 'pipe' },
  )
}

function install(certificate: string, key = certificate): void {
  copyFileSync(join(root, `${certificate}-certificate.pem`), files.certificate)
  copyFileSync(join(root, `${key}-key.pem`), files.key)
}

async function start(): Promise<number> {
  const handle: Parameters<typeof createHttpsServer>[0]['handle'] = (_request, response) =>
    response.end('hello')
  running = await createHttpsServer({ ...files, handle, log: hub.service('access'), checkEvery: 20 })
  running.server.listen(0, '127.0.0.1')
  await once(running.server, 'listening')
  // A listening TCP server has an address with a port.
  return (running.server.address() as AddressInfo).port
}

async function nameShown(port: number, options: ConnectionOptions = {}): Promise<string | undefined> {
  const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options })
  try {
    await once(socket, 'secureConnect')
    return [socket.getPeerCertificate().subject.CN].flat()[0]
  } finally {
    socket.destroy()
  }
}

async function logged(): Promise<string> {
  await hub.flush()
  return readFileSync(join(root, 'log', 'access.log'), 'utf8')
}

test('HTTPS answers with the given certificate and refuses TLS older than 1.2', async () => {
  install('one')
  const port = await start()
  expect(await nameShown(port)).toBe('one')
  expect(await nameShown(port, { maxVersion: 'TLSv1.2' })).toBe('one')
  const old = nameShown(port, {
    minVersion: 'TLSv1.1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT:@SECLEVEL=0',
  })
  await expect(old).rejects.toThrow(/alert protocol version|unsupported protocol/i)
})

test('a renewed certificate is taken up without a restart', async () => {
  install('one')
  const port = await start()
  install('two')
  await expect.poll(() => nameShown(port)).toBe('two')
  expect(await logged()).toContain('The certificate for HTTPS was renewed')
})

test('a broken new file keeps the old certificate, says so once, and a good one is taken up later', async () => {
  install('one')
  const port = await start()
  // Put in place at once: a file that is just being written would be another broken one.
  writeFileSync(`${files.certificate}.new`, 'not a certificate')
  renameSync(`${files.certificate}.new`, files.certificate)
  await expect.poll(logged).toContain('holds no certificate in PEM form')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await nameShown(port)).toBe('one')
  expect(
    (await logged()).match(/holds no certificate in PEM form. The certificate in use stays/g),
  ).toHaveLength(1)
  install('one', 'two')
  await expect.poll(logged).toContain('does not belong to the certificate')
  expect(await nameShown(port)).toBe('one')
  install('two')
  await expect.poll(() => nameShown(port)).toBe('two')
})

test('files that cannot be used at the start are named in a sentence', async () => {
  install('one', 'two')
  await expect(start()).rejects.toThrow(
    `The key in ${files.key} does not belong to the certificate in ${files.certificate}.`,
  )
  rmSync(files.key)
  await expect(start()).rejects.toThrow(`The key for HTTPS cannot be read from ${files.key}.`)
  writeFileSync(files.key, 'x')
  await expect(start()).rejects.toThrow(`${files.key} holds no unencrypted private key in PEM form.`)
})
