// A JSON schema as the rows of a table, and its type in a few words.
import type { OpenApiDocument } from './openapi.ts'
import type { JsonSchema } from './openapi-schemas.ts'

export interface SchemaRow {
  name: string
  depth: number
  type: string
  isRequired: boolean
  text: string
}

const deepest = 3

/** The properties of an object, or of the items of a list; nested ones follow their parent. */
export function rowsOf(document: OpenApiDocument, schema: JsonSchema, depth = 0): SchemaRow[] {
  const { properties = {}, required = [] } = innermost(document, schema)
  return Object.entries(properties).flatMap(([name, property]) => [
    {
      name,
      depth,
      type: describeType(document, property),
      isRequired: required.includes(name),
      text: describeRules(resolve(document, property), property.description),
    },
    ...(depth < deepest ? rowsOf(document, property, depth + 1) : []),
  ])
}

export function describeType(document: OpenApiDocument, given: JsonSchema): string {
  const schema = resolve(document, given)
  if (schema.anyOf) return schema.anyOf.map((part) => describeType(document, part)).join(' or ')
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.type === 'array') return `list of ${describeType(document, schema.items ?? {})}`
  if (schema.type === 'object') return nameOf(given) ?? describeObject(document, schema)
  return [schema.type ?? 'anything'].flat().join(' or ')
}

export function resolve(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = nameOf(schema)
  return name === undefined ? schema : (document.components.schemas[name] ?? {})
}

function innermost(document: OpenApiDocument, given: JsonSchema): JsonSchema {
  const schema = resolve(document, given)
  if (schema.type === 'array') return innermost(document, schema.items ?? {})
  const object = schema.anyOf?.find((part) => resolve(document, part).type === 'object')
  return object ? resolve(document, object) : schema
}

const nameOf = ({ $ref }: JsonSchema) => $ref?.slice('#/components/schemas/'.length)

function describeObject(document: OpenApiDocument, schema: JsonSchema): string {
  const values = schema.additionalProperties
  return typeof values === 'object' ? `object of ${describeType(document, values)}` : 'object'
}

export function describeRules(schema: JsonSchema, description = schema.description ?? ''): string {
  const rules = [
    description,
    schema['minLength'] === 1 ? 'Not empty' : '',
    Number(schema['minLength'] ?? 0) > 1 ? `At least ${schema['minLength']} characters` : '',
    schema['maxLength'] !== undefined ? `At most ${schema['maxLength']} characters` : '',
    schema['minimum'] !== undefined ? `At least ${schema['minimum']}` : '',
    schema['maximum'] !== undefined ? `At most ${schema['maximum']}` : '',
    schema.default !== undefined ? `Default ${JSON.stringify(schema.default)}` : '',
  ]
  return rules.filter(Boolean).join('. ')
}
