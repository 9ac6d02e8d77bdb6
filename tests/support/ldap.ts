// An OpenLDAP server of our own in a temporary folder on loopback, with plain, StartTLS and ldaps ways in, a certificate of
// an authority made for it, and a small company in it.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Attribute, Change, Client } from 'ldapts'
import { freePort } from './free-port.ts'

export interface LdapServer {
  /** `ldap://127.0.0.1:port`; for StartTLS too. */
  url: string
  secureUrl: string
  /** The same server under an address that its certificate is not for. */
  otherSecureUrl: string
  baseDn: string
  manager: { dn: string; password: string }
  /** Of the authority that signed its certificate, as PEM. */
  authority: string
  /** Of an entry below the base DN. */
  setPassword(dn: string, password: string): Promise<void>
  /** What it logged: one line for each thing that a client did. */
  log(): string
  stop(): Promise<void>
}

const baseDn = 'dc=example,dc=org'
const manager = { dn: `cn=manager,${baseDn}`, password: 'manager-secret' }

export async function startLdap(entries: string): Promise<LdapServer> {
  const program = findProgram()
  const folder = mkdtempSync(join(tmpdir(), 'bindery-ldap-'))
  makeCertificates(folder)
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'slapd.conf'), configuration(folder))
  writeFileSync(join(folder, 'entries.ldif'), entries)
  // slapadd is the same program under another name; -q leaves out what only matters for large imports.
  execFileSync(
    program,
    ['-T', 'a', '-q', '-f', join(folder, 'slapd.conf'), '-l', join(folder, 'entries.ldif')],
    {
      stdio: 'pipe',
    },
  )
  const [port, securePort] = [await freePort(), await freePort()]
  const url = `ldap://127.0.0.1:${port}`
  const secureUrl = `ldaps://127.0.0.1:${securePort}`
  const otherSecureUrl = `ldaps://127.0.0.2:${securePort}`
  const statistics = '256'
  const server = spawn(
    program,
    ['-d', statistics, '-f', join(folder, 'slapd.conf'), '-h', `${url}/ ${secureUrl}/ ${otherSecureUrl}/`],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let log = ''
  server.stderr.on('data', (chunk: Buffer) => (log += chunk))
  const forget = onSuddenEnd(server, folder)
  await ready(server, () => log)
  return {
    url,
    secureUrl,
    otherSecureUrl,
    baseDn,
    manager,
    authority: readFileSync(join(folder, 'authority.pem'), 'utf8'),
    log: () => log,
    setPassword: (dn, password) => setPassword(url, `${dn},${baseDn}`, password),
    async stop() {
      forget()
      await ended(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function setPassword(url: string, dn: string, password: string) {
  const client = new Client({ url })
  await client.bind(manager.dn, manager.password)
  const modification = new Attribute({ type: 'userPassword', values: [password] })
  await client.modify(dn, new Change({ operation: 'replace', modification }))
  await client.unbind()
}

/** Debian keeps it where only root's PATH leads. */
function findProgram(): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  const found = folders.map((folder) => join(folder, 'slapd')).find((file) => existsSync(file))
  if (!found) throw new Error('There is no OpenLDAP server here. On Debian: apt-get install slapd')
  return found
}

const configuration = (folder: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/nis.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
pidfile ${folder}/slapd.pid
TLSCACertificateFile ${folder}/authority.pem
TLSCertificateFile ${folder}/server.pem
TLSCertificateKeyFile ${folder}/server.key
sizelimit 100
database mdb
maxsize 67108864
suffix "${baseDn}"
rootdn "${manager.dn}"
rootpw ${manager.password}
directory ${folder}/data
index objectClass,uid,cn,member eq
limits dn.exact="${manager.dn}" size.prtotal=unlimited size=100
access to attrs=userPassword by anonymous auth by * none
access to * by * read
overlay memberof
`

function makeCertificates(folder: string) {
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const authority = [
    '-subj',
    '/CN=Authority of the test',
    '-keyout',
    'authority.key',
    '-out',
    'authority.pem',
  ]
  run('req', '-x509', ...curve, '-days', '2', ...authority)
  run('req', ...curve, '-subj', '/CN=ldap.test', '-keyout', 'server.key', '-out', 'server.csr')
  writeFileSync(join(folder, 'names.txt'), 'subjectAltName=IP:127.0.0.1,DNS:localhost')
  const signing = [
    '-CA',
    'authority.pem',
    '-CAkey',
    'authority.key',
    '-CAcreateserial',
    '-extfile',
    'names.txt',
  ]
  run('x509', '-req', '-in', 'server.csr', '-days', '2', ...signing, '-out', 'server.pem')
}

async function ready(server: ChildProcess, log: () => string) {
  const deadline = Date.now() + 60_000
  while (!log().includes('slapd starting')) {
    if (server.exitCode !== null) throw new Error(`slapd ended while starting: ${log()}`)
    if (Date.now() > deadline) throw new Error(`slapd did not become ready in 60 s: ${log()}`)
    await delay(20)
  }
}

async function ended(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await exit
}

/** What no `stop` reaches: a test that fails before it. Returns the way to call it off. */
function onSuddenEnd(server: ChildProcess, folder: string): () => void {
  const clean = () => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.on('exit', clean)
  return () => process.off('exit', clean)
}
