// A Crowd server as far as its REST API for applications goes: it checks passwords and knows groups, nested ones too.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json as readJson } from 'node:stream/consumers'

export interface CrowdPerson {
  password: string
  email: string
  isActive?: boolean
  groups: string[]
}

export interface CrowdServer {
  url: string
  application: { name: string; password: string }
  people: Map<string, CrowdPerson>
  /** Every call, as `POST authentication bob`. */
  calls: string[]
  stop(): Promise<void>
}

export async function startCrowd(people: Record<string, CrowdPerson>): Promise<CrowdServer> {
  const application = { name: 'bindery', password: 'application-secret' }
  const known = new Map(Object.entries(people))
  const calls: string[] = []
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const send = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-embedded-crowd-version': 'Crowd/5.2.0' })
        .end(JSON.stringify(body))
    const url = new URL(request.url ?? '', 'http://crowd')
    const expected = Buffer.from(`${application.name}:${application.password}`).toString('base64')
    if (request.headers.authorization !== `Basic ${expected}`)
      return send(401, { reason: 'INVALID_CREDENTIAL', message: 'Application failed to authenticate' })
    const path = url.pathname.replace('/crowd/rest/usermanagement/1/', '')
    const name = url.searchParams.get('username') ?? ''
    calls.push(`${request.method} ${path} ${name}`)
    const person = known.get(name.toLowerCase())
    if (path === 'authentication' && request.method === 'POST') {
      const { value } = (await readJson(request)) as { value: string }
      if (!person) return send(400, { reason: 'USER_NOT_FOUND', message: `User <${name}> does not exist` })
      if (person.isActive === false)
        return send(400, { reason: 'INACTIVE_ACCOUNT', message: 'Account is inactive' })
      if (person.password !== value)
        return send(400, {
          reason: 'INVALID_USER_AUTHENTICATION',
          message: 'Failed to authenticate principal',
        })
      return send(200, toUser(name, person))
    }
    if (!person) return send(404, { reason: 'USER_NOT_FOUND', message: `User <${name}> does not exist` })
    if (path === 'user') return send(200, toUser(name, person))
    if (path === 'user/group/nested') {
      const from = Number(url.searchParams.get('start-index') ?? 0)
      const most = Number(url.searchParams.get('max-results') ?? 1000)
      return send(200, { groups: person.groups.slice(from, from + most).map((group) => ({ name: group })) })
    }
    return send(404, { reason: 'UNSUPPORTED_OPERATION', message: path })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A listening TCP server has an address with a port, never a pipe's name.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/crowd`,
    application,
    people: known,
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const toUser = (name: string, { email, isActive = true }: CrowdPerson) => ({
  name: name.toLowerCase(),
  email,
  'display-name': name,
  active: isActive,
  key: `32769:${name.toLowerCase()}`,
})
