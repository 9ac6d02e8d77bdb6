// The project's own lint rules, for oxlint.
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { refusal } from './walls.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** @typedef {{ source?: { type?: string, value?: unknown } | null }} Importing a node that may name a module */
/** @typedef {{ filename: string, report(finding: { node: unknown, message: string }): void }} Context */

const walls = {
  meta: { type: 'problem', docs: { description: 'Imports follow the layers of ARCHITECTURE.md' } },
  create(/** @type {Context} */ context) {
    const importer = relative(root, context.filename).split(sep).join('/')
    const check = (/** @type {Importing} */ node) => {
      if (typeof node.source?.value !== 'string') return
      const message = refusal(importer, node.source.value)
      if (message) context.report({ node: node.source, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    }
  },
}

// oxlint, like ESLint, takes a plugin as a default export.
export default { meta: { name: 'bindery' }, rules: { walls } }
