import { message } from '../../lib/messages.ts'

/** `3 min 12 s`; undefined when the build does not say. */
export function duration(ms: number): string | undefined {
  if (ms <= 0) return undefined
  const seconds = Math.max(1, Math.round(ms / 1000))
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  if (hours > 0) return message('builds.hours', { hours, minutes })
  return minutes > 0
    ? message('builds.minutes', { minutes, seconds: rest })
    : message('builds.seconds', { seconds: rest })
}

const secret = /pass(word|wd)?|secret|token|api.?key|credential|private|auth/i

/** Whether the value of a variable is hidden until somebody asks for it. */
export const isSecret = (key: string) => secret.test(key)

/** The name of a variable without the prefix by which build-info keeps it apart from other properties. */
export const variableName = (key: string) => key.replace(/^buildInfo\.env\./, '')
