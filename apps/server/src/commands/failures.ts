// Why a start failed, in a sentence that says what to do. What is not known here is written to a file with
// its stack, because a stack on the console helps nobody who runs a server.
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { AppError } from '../platform/errors.ts'
import { createLog } from '../platform/log.ts'
import { redactText } from '../platform/log-redact.ts'
import { SettingsError } from '../platform/settings/read.ts'

export function explainFailure(error: unknown, config: Config | undefined): string {
  if (error instanceof SettingsError || error instanceof AppError) return error.message
  const known = isSystemError(error) && config ? explainSystemError(error, config) : undefined
  return known ?? unknownFailure(error, config)
}

/** Keeps the whole error, stack and causes, and returns the file that holds it. */
export function keepFailure(error: unknown, config: Config, message: string): string {
  const folder = join(config.home, 'log')
  const hub = createLog({
    folder,
    level: 'error',
    console: 'off',
    maxSize: config.logMaxSize,
    maxFiles: config.logMaxFiles,
  })
  hub.service('failure').error(message, { error })
  hub.flushSync()
  return join(folder, 'failure.log')
}

interface SystemError extends Error {
  code: string
  syscall?: string
  path?: string
  port?: number
  address?: string
}

const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

function explainSystemError(error: SystemError, config: Config): string | undefined {
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo') return explainListening(error, config)
  const place = error.path ?? config.home
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${place} cannot be written. Give this user the right to write there, or set BINDERY_HOME to another folder.`
    case 'ENOENT':
      // Only folders are made at the start; below /proc, say, none can be.
      if (error.syscall !== 'mkdir') return undefined
      return `The data folder ${config.home} cannot be made there. Set BINDERY_HOME to another folder.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `The data folder ${config.home} cannot be made, because a file is in its way. Set BINDERY_HOME to another folder.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no room left on the disk that holds ${config.home}. Make room and start again.`
    case 'EMFILE':
      return 'This user may not open more files. Raise the limit (ulimit -n) and start again.'
    default:
      return undefined
  }
}

function explainListening(error: SystemError, config: Config): string | undefined {
  const port = error.port ?? config.port
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is taken by another program. Stop it or start with ${flagOf(port, config)} ${port + 1}.`
    case 'EACCES':
      return `This user may not listen on port ${port}. Start with a port above 1023, such as ${flagOf(port, config)} 8082.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAFNOSUPPORT':
      return `${error.address ?? config.host} is not an address of this machine. Set BINDERY_HOST to one that is, or leave it out.`
    default:
      return undefined
  }
}

function flagOf(port: number, config: Config): string {
  if (port === config.httpsPort) return '--https-port'
  return port === config.sshPort ? '--ssh-port' : '--port'
}

function unknownFailure(error: unknown, config: Config | undefined): string {
  const message = redactText(error instanceof Error ? error.message : String(error))
  try {
    const where = config ? ` The details are in ${keepFailure(error, config, 'The start failed')}.` : ''
    return `Bindery could not start: ${message}.${where}`.replace('..', '.')
  } catch {
    return `Bindery could not start: ${message}`
  }
}
