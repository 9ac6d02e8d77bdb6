// What a setting is: one entry says its type, default, sentence and example; its names in the environment and
// on the command line follow from its key. config.ts holds the entries; this folder reads and describes them.
import type { z } from 'zod'

export interface Setting<T extends z.ZodType = z.ZodType> {
  /** Takes what a person may write: text from the environment or a flag, JSON from the file. */
  type: T
  /** As a person would write it. Without one, the value is undefined unless given. */
  default?: string | number | boolean
  sentence: string
  example: string
  /** Never printed, and not taken as a flag, because everybody on the machine can read those. */
  isSecret?: boolean
  /** Made absolute: from the folder of the file that holds it, else from the working folder. */
  isPath?: boolean
}

export type Settings = Record<string, Setting>

export type Values<S extends Settings> = {
  -readonly [K in keyof S]: S[K] extends { default: string | number | boolean }
    ? z.output<S[K]['type']>
    : z.output<S[K]['type']> | undefined
}

/** `maxUploadSize` → `BINDERY_MAX_UPLOAD_SIZE` */
export const environmentName = (key: string): string => `BINDERY_${separate(key, '_').toUpperCase()}`

/** `maxUploadSize` → `--max-upload-size` */
export const flagName = (key: string): string => `--${separate(key, '-').toLowerCase()}`

const separate = (key: string, mark: string) => key.replaceAll(/[A-Z]/g, (letter) => mark + letter)
