// The least that a registry can be on Node and SQLite. A durable publish: the body in one piece, the digests that npm compares and the
// one that names the bytes, one row, one sync that all who wait share. No rights, no look into the tarball, no search, no log. A read:
// a kept answer with its head, from memory, whoever asks.
import { hash } from 'node:crypto'
import { fdatasync, openSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { DatabaseSync } from 'node:sqlite'
import type { KeptAnswers } from './least.ts'

interface Waiting {
  row: (string | Uint8Array)[]
  answer: ServerResponse
}

const [folder = '', port = ''] = process.argv.slice(2)
const answers: KeptAnswers = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8'))
const kept = new Map(
  Object.entries(answers).map(([name, { head, body }]) => [`/${name}`, { head, ...formsOf(body) }]),
)
const database = new DatabaseSync(join(folder, 'least.db'))
database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 16000;
  CREATE TABLE versions (name TEXT, version TEXT, sha256 TEXT, sha1 TEXT, sha512 TEXT, manifest TEXT, bytes BLOB,
    PRIMARY KEY (name, version)) WITHOUT ROWID`)
const insert = database.prepare('INSERT OR REPLACE INTO versions VALUES (?, ?, ?, ?, ?, ?, ?)')
const log = openSync(join(folder, 'least.db-wal'), 'r')
let waiting: Waiting[] = []
let isSyncing = false

createServer({ optimizeEmptyRequests: true }, (request, answer) => {
  if (request.method === 'PUT') void buffer(request).then((body) => publish(body, answer))
  else read(request.url ?? '', answer)
}).listen(Number(port), '127.0.0.1')

function read(path: string, answer: ServerResponse): void {
  const found = kept.get(path)
  answer.writeHead(200, found?.head)
  // As text it leaves in one piece with its head, which pays for small ones.
  if (found && found.bytes.length > 4096) answer.end(found.bytes)
  else answer.end(found?.text ?? 'ready', 'latin1')
}

function formsOf(base64: string) {
  const bytes = Buffer.from(base64, 'base64')
  return { bytes, text: bytes.toString('latin1') }
}

function publish(body: Buffer, answer: ServerResponse): void {
  const document = JSON.parse(body.toString('latin1'))
  const [manifest] = Object.values<{ version: string }>(document.versions)
  const [attachment] = Object.values<{ data: string }>(document._attachments)
  const bytes = Buffer.from(attachment?.data ?? '', 'base64')
  const digests = [hash('sha256', bytes), hash('sha1', bytes), hash('sha512', bytes, 'base64')]
  const row = [document.name, manifest?.version ?? '', ...digests, JSON.stringify(manifest), bytes]
  waiting.push({ row, answer })
  setImmediate(commit)
}

function commit(): void {
  if (isSyncing || waiting.length === 0) return
  const together = waiting
  waiting = []
  database.exec('BEGIN')
  for (const { row } of together) insert.run(...row)
  database.exec('COMMIT')
  isSyncing = true
  fdatasync(log, (error) => {
    isSyncing = false
    for (const { answer } of together)
      answer.writeHead(error ? 500 : 201, { 'content-type': 'application/json' }).end('{"ok":true}')
    commit()
  })
}
