// HTTPS beside HTTP. The certificate and its key are read again when their files change, so that renewing them
// needs no restart; a broken new pair is reported and the old one stays in use.
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { createServer, type Server, type ServerOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { answerBrokenRequest } from './broken-request.ts'

interface HttpsOptions {
  /** Paths of PEM files. */
  certificate: string
  key: string
  handle: RequestListener
  log: Log
  /** Time limits and sizes, as for HTTP. */
  limits?: ServerOptions
  /** How often the files are looked at, in milliseconds. */
  checkEvery?: number
}

export interface HttpsServer {
  /** Not listening yet; who opens it also closes it. */
  server: Server
  /** Ends the watch for new files. */
  stopWatching(): void
}

/** Throws AppError with a sentence when the files cannot be used at the start. */
export async function createHttpsServer(options: HttpsOptions): Promise<HttpsServer> {
  const pair = await readPair(options)
  const server = createServer(
    { ...options.limits, ...secureContext(pair), minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] },
    options.handle,
  )
  server.on('clientError', answerBrokenSecureRequest)
  warnWhenExpired(pair, options.log)
  return { server, stopWatching: watchPair(options, server, pair) }
}

/** Whoever does not get as far as encryption would not understand an answer. */
function answerBrokenSecureRequest(error: Error, socket: Duplex): void {
  if (socket instanceof TLSSocket && /^(HPE|ERR_HTTP)_/.test(codeOf(error)))
    answerBrokenRequest(error, socket)
  else socket.destroy()
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')

interface Pair {
  cert: string
  key: string
  digest: string
  validTo: Date
}

interface PairFiles {
  certificate: string
  key: string
}

const readPair = async (files: PairFiles): Promise<Pair> => parsePair(files, await readTexts(files))

async function readTexts(files: PairFiles): Promise<Omit<Pair, 'validTo'>> {
  const cert = await readPem(files.certificate, 'certificate')
  const key = await readPem(files.key, 'key')
  const digest = createHash('sha256').update(cert).update('\0').update(key).digest('hex')
  return { cert, key, digest }
}

function parsePair(files: PairFiles, texts: Omit<Pair, 'validTo'>): Pair {
  const certificate = understand(
    () => new X509Certificate(texts.cert),
    `${files.certificate} holds no certificate in PEM form.`,
  )
  const key = understand(
    () => createPrivateKey(texts.key),
    `${files.key} holds no unencrypted private key in PEM form.`,
  )
  if (!certificate.checkPrivateKey(key))
    throw unusable(`The key in ${files.key} does not belong to the certificate in ${files.certificate}.`)
  return { ...texts, validTo: certificate.validToDate }
}

async function readPem(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new AppError('not-ready', `The ${what} for HTTPS cannot be read from ${file}.`, { cause })
  }
}

function understand<T>(read: () => T, sentence: string): T {
  try {
    return read()
  } catch (cause) {
    throw new AppError('not-ready', sentence, { cause })
  }
}

const unusable = (sentence: string) => new AppError('not-ready', sentence)

const secureContext = ({ cert, key }: Pair) => ({ cert, key, minVersion: 'TLSv1.2' as const })

/**
 * Looks at the files now and then instead of waiting for the system's notices: those are not sent for network folders,
 * nor for the swapped links by which containers deliver renewed certificates.
 */
function watchPair(options: HttpsOptions, server: Server, first: Pair): () => void {
  let seen = first.digest
  let complaint = ''
  const check = async () => {
    try {
      const texts = await readTexts(options)
      if (texts.digest === seen) return
      seen = texts.digest
      const pair = parsePair(options, texts)
      server.setSecureContext(secureContext(pair))
      complaint = ''
      options.log.info('The certificate for HTTPS was renewed', { validTo: pair.validTo })
      warnWhenExpired(pair, options.log)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      // Said once, not at every look; writing two files takes a moment in which they do not match.
      if (message !== complaint) options.log.warn(`${message} The certificate in use stays.`, { error })
      complaint = message
    }
  }
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= check().finally(() => (running = undefined))
  }, options.checkEvery ?? 5000).unref()
  return () => clearInterval(timer)
}

function warnWhenExpired({ validTo }: Pair, log: Log): void {
  if (validTo.getTime() < Date.now())
    log.warn('The certificate for HTTPS has expired. Clients will refuse it.', { validTo })
}
