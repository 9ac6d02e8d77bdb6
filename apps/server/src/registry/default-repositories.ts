// What a new installation begins with.
import type { NewRepository } from './change-repositories.ts'

export const defaultRepositories: readonly NewRepository[] = [
  { key: 'generic-local', kind: 'local', format: 'generic', config: { description: 'Files of any kind' } },
  { key: 'npm-local', kind: 'local', format: 'npm', config: { description: 'npm packages published here' } },
]
