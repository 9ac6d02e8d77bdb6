// Plain files: the smallest format. Its protocol is the engine's own (registry/plain-files.ts), it has no packages.
import { plainFormat } from '../../registry/plain-format.ts'

export const generic = plainFormat('generic', 'Generic')
