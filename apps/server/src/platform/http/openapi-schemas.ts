// zod values as JSON Schema (draft 2020-12, which OpenAPI 3.1 uses), with named ones as components.
import { z } from 'zod'

export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  additionalProperties?: JsonSchema | boolean
  enum?: unknown[]
  const?: unknown
  default?: unknown
  [keyword: string]: unknown
}

export interface Schemas {
  /** What a caller may send: values with a default may be left out. */
  input(type: z.ZodType): JsonSchema
  /** What a caller gets: values with a default are always there. */
  output(type: z.ZodType): JsonSchema
  /** All named schemas that were met, in the order of their names. */
  components(): Record<string, JsonSchema>
}

export function createSchemas(named: readonly [string, z.ZodType][]): Schemas {
  const names = new Map(named.map(([name, type]) => [type, name]))
  const metadata = namingRegistry(names)
  const components: Record<string, JsonSchema> = {}

  const convert = (type: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    // The named type itself gets a component too; zod only cuts out what is inside.
    const wrapped = names.has(type) ? z.object({ whole: type }) : type
    const { $defs = {}, $schema, ...converted } = toJson(wrapped, io, metadata)
    for (const [name, definition] of Object.entries($defs)) keep(name, definition)
    return wrapped === type ? converted : (converted.properties?.['whole'] ?? {})
  }

  const keep = (name: string, definition: JsonSchema) => {
    const { id, $schema, ...rest } = definition
    const existing = components[name]
    if (existing && JSON.stringify(existing) !== JSON.stringify(rest))
      throw new Error(`${name} reads differently as input and as output. Give the two forms a name each.`)
    components[name] = rest
  }

  return {
    input: (type) => convert(type, 'input'),
    output: (type) => convert(type, 'output'),
    components: () => Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

type Registry = z.core.$ZodRegistry<Record<string, unknown>>

/** The contracts' own descriptions plus the names, without writing the names into the contracts. */
function namingRegistry(names: Map<z.core.$ZodType, string>): Registry {
  const registry: Registry = z.registry()
  registry.get = (type: z.core.$ZodType) => {
    const id = names.get(type)
    const described = z.globalRegistry.get(type)
    return id === undefined ? described : { ...described, id }
  }
  return registry
}

function toJson(
  type: z.ZodType,
  io: 'input' | 'output',
  metadata: Registry,
): JsonSchema & { $defs?: Record<string, JsonSchema> } {
  const converted = z.toJSONSchema(type, { io, metadata, override: ({ jsonSchema }) => loosen(jsonSchema) })
  // References are made inside one schema; ours live in the document.
  return JSON.parse(JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

/**
 * Answers may gain properties; a reader who refuses unknown ones would break. The bounds of whole numbers that
 * zod writes are those of JavaScript, which tell nobody anything.
 */
function loosen(schema: { additionalProperties?: unknown; minimum?: number; maximum?: number }): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}
