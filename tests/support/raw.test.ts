import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { rawRequest, sendRaw } from './raw.ts'

let server: Server

afterEach(() => server.close())

test('what is sent is what arrives, byte for byte', async () => {
  const url = await echo()
  const reply = await rawRequest(url, 'GET /a/../%2e%2e/\\b\x00', { 'x-odd': 'ü' }, 'body')
  expect(reply.status).toBe(200)
  expect(reply.body).toBe(
    `GET /a/../%2e%2e/\\b\x00 HTTP/1.1\r\nhost: ${new URL(url).host}\r\nconnection: close\r\nx-odd: ü\r\n\r\nbody`,
  )
})

test('a server that says nothing is waited for no longer than asked', async () => {
  const url = await listen(() => {})
  const reply = await sendRaw(url, 'GET / HTTP/1.1\r\n', { patience: 50 })
  expect(reply).toEqual({ status: 0, head: '', body: '', text: '' })
})

const echo = () => listen((bytes) => `HTTP/1.1 200 OK\r\n\r\n${bytes}`)

function listen(answer: (bytes: string) => string | void): Promise<string> {
  server = createServer((socket) => {
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const text = answer(String(bytes))
      if (text !== undefined) socket.end(text, 'latin1')
    })
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      // A listening TCP server has an address with a port, never a pipe's name.
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
  })
}
