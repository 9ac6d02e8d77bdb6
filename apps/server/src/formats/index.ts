// The list of package formats: one line each.
export { generic } from './generic/index.ts'
export { npm } from './npm/index.ts'
