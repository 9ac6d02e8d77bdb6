// The list of features: one line each.
export { packages } from './packages/index.ts'
export { repositories } from './repositories/index.ts'
export { session } from './session/index.ts'
export { system } from './system/index.ts'
export { tokens } from './tokens/index.ts'
export { users } from './users/index.ts'
