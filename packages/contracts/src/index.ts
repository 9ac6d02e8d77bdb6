// All areas of the management API; the OpenAPI document is made from `areas`.
import { packages } from './packages.ts'
import { repositories } from './repositories.ts'
import { session } from './session.ts'
import { system } from './system.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'

export * from './endpoint.ts'
export * from './errors.ts'
export * from './page.ts'
export * from './packages.ts'
export * from './repositories.ts'
export * from './session.ts'
export * from './system.ts'
export * from './tokens.ts'
export * from './users.ts'

export const areas = { session, repositories, packages, users, tokens, system }
