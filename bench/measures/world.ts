// The servers under test, filled with the same content, and how to measure them.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { binderyPassword, binderyUser, startBindery } from '../peers/bindery.ts'
import { startLeast } from '../peers/least.ts'
import { startNginx } from '../peers/nginx.ts'
import { logIn, type Peer } from '../peers/peer.ts'
import { startVerdaccio } from '../peers/verdaccio.ts'
import { buildContent, type Content, fetchBytes, seed, tarballUrl, verifySeed } from '../seed.ts'

export interface World {
  content: Content
  bindery: Server
  verdaccio: Server
  // Bindery's own answers as files: nginx has the same bytes to send.
  nginx: { peer: Peer; files: typeof files }
  // The same with their heads, under the same names.
  least: Peer
  close(): Promise<void>
}

export interface Server {
  name: string
  peer: Peer
  token: string
  folder: string
  // Stops and starts again on the same folder, as an operator does.
  restart(): Promise<Peer>
}

// Not the system's folder for temporary files: on many machines that is memory, where syncing costs nothing.
export const dataFolder = join(import.meta.dirname, '../../node_modules/.cache/bench')

export async function openWorld(profileFolder?: string): Promise<World> {
  await mkdir(dataFolder, { recursive: true })
  const folder = await mkdtemp(join(dataFolder, 'run-'))
  const started: { stop(): Promise<void> }[] = []
  const close = async () => {
    for (const item of started) await item.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const content = await buildContent()
    const open = async (name: string, start: (folder: string) => Promise<Peer>, user: string) => {
      const server = await openServer(name, join(folder, name), start, user)
      started.push({ stop: () => server.peer.stop() })
      return server
    }
    const verdaccio = await open('Verdaccio', startVerdaccio, 'bench')
    const bindery = await open('Bindery', (home) => startBindery(home, { profileFolder }), binderyUser)
    for (const server of [verdaccio, bindery]) await fill(server, content)
    const nginx = await openNginx(join(folder, 'nginx'), content, bindery)
    started.push(nginx.peer)
    const least = await openLeast(join(folder, 'least'), content, bindery)
    started.push(least)
    return { content, bindery, verdaccio, nginx, least, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openServer(
  name: string,
  folder: string,
  start: (folder: string) => Promise<Peer>,
  user: string,
): Promise<Server> {
  const peer = await start(folder)
  const token = await logIn(peer.registry, user, binderyPassword)
  const server: Server = {
    name,
    peer,
    token,
    folder,
    async restart() {
      await server.peer.stop()
      server.peer = await start(folder)
      return server.peer
    },
  }
  return server
}

async function fill(server: Server, content: Content): Promise<void> {
  const started = performance.now()
  await seed(content, server.peer.registry, server.token)
  await verifySeed(content, server.peer.registry)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.error(`${server.name}: ${content.many.length + 2} versions published and read back in ${seconds} s`)
}

const files = { packument: 'packument.json', small: 'small.tgz', large: 'large.tgz' }

async function openNginx(folder: string, content: Content, bindery: Server) {
  const url = new URL(content.small.name, bindery.peer.registry).href
  const packument = await fetchBytes(url, { 'accept-encoding': 'identity' })
  const peer = await startNginx(folder, {
    [files.packument]: packument,
    [files.small]: content.small.tarball,
    [files.large]: content.large.tarball,
  })
  const served = await fetchBytes(new URL(files.packument, peer.registry).href)
  if (!served.equals(packument)) throw new Error('nginx serves other bytes than Bindery')
  return { peer, files }
}

async function openLeast(folder: string, content: Content, { peer: { registry } }: Server): Promise<Peer> {
  const keep = async (url: string) => {
    const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
    const head = [...response.headers].filter(([name]) => !ofTheMoment.has(name)).flat()
    return { head, body: Buffer.from(await response.arrayBuffer()).toString('base64') }
  }
  return startLeast(folder, {
    [files.packument]: await keep(new URL(content.small.name, registry).href),
    [files.small]: await keep(tarballUrl(content.small, registry)),
    [files.large]: await keep(tarballUrl(content.large, registry)),
  })
}

/** What a server says by itself in each answer. */
const ofTheMoment = new Set(['date', 'connection', 'keep-alive'])
