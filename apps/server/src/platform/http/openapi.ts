// The OpenAPI document of the management API, made from the contracts and nothing else: what is not in a contract
// is not in here. Loaded only when somebody asks for the document, because it costs time and memory.
import * as contracts from '@bindery/contracts'
import { z } from 'zod'
import { productVersion } from '../version.ts'
import { createSchemas, type JsonSchema, type Schemas } from './openapi-schemas.ts'

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, Response | { $ref: string }>
}

export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface Response {
  description: string
  content?: Record<string, { schema: JsonSchema }>
}

export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  security: Record<string, string[]>[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Response>
    securitySchemes: Record<string, Record<string, string>>
  }
}

export function openApiDocument({ version } = { version: productVersion }): OpenApiDocument {
  const schemas = createSchemas(namedSchemas())
  const paths = describePaths(schemas)
  const responses = describeErrors(schemas)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Bindery',
      version,
      description: 'The management API of Bindery. Package clients use the protocols of their own formats.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }, { password: [] }, { session: [] }],
    tags: Object.keys(contracts.areas).map((name) => ({ name, description: areaNames[name] ?? name })),
    paths,
    components: { schemas: schemas.components(), responses, securitySchemes },
  }
}

/** The exported schemas with a name of their own: they become components under that name. */
function namedSchemas(): [string, z.ZodType][] {
  return Object.entries(contracts).flatMap(([name, value]) =>
    value instanceof z.ZodType ? [[name, value] satisfies [string, z.ZodType]] : [],
  )
}

function describePaths(schemas: Schemas): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {}
  for (const [area, endpoints] of Object.entries(contracts.areas))
    for (const [name, endpoint] of Object.entries<contracts.Endpoint>(endpoints)) {
      const item = (paths[endpoint.path] ??= {})
      item[endpoint.method.toLowerCase()] = describeOperation(area, name, endpoint, schemas)
    }
  return paths
}

function describeOperation(
  area: string,
  name: string,
  endpoint: contracts.Endpoint,
  schemas: Schemas,
): Operation {
  const { shape, summary } = endpoint
  const parameters = [
    ...describeParameters('path', shape.params, schemas),
    ...describeParameters('query', shape.query, schemas),
  ]
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(shape.body && { requestBody: { required: true, content: jsonContent(schemas.input(shape.body)) } }),
    responses: {
      ...(shape.response
        ? {
            [shape.status ?? 200]: {
              description: 'Done',
              content: jsonContent(schemas.output(shape.response)),
            },
          }
        : { [shape.status ?? 204]: { description: 'Done' } }),
      ...Object.fromEntries(
        statusesOf(endpoint).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  }
}

function describeParameters(
  place: 'path' | 'query',
  type: z.ZodObject | undefined,
  schemas: Schemas,
): Parameter[] {
  if (!type) return []
  // A copy without a name, as parameters are listed one by one.
  const { properties = {}, required = [] } = schemas.input(z.object(type.shape))
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }))
}

/** Which refusals a call can meet follows from its shape. */
function statusesOf({ method, shape }: contracts.Endpoint): number[] {
  const codes: contracts.ErrorCode[] = [
    'not-signed-in',
    'forbidden',
    'too-many-requests',
    'internal',
    'not-ready',
  ]
  if (shape.params || shape.query || shape.body) codes.push('bad-request')
  if (shape.params) codes.push('not-found')
  if (shape.body) codes.push('too-large', 'unsupported-type')
  if (method !== 'GET') codes.push('conflict')
  return [...new Set(codes.map((code) => contracts.errorCodes[code].status))].sort((a, b) => a - b)
}

function describeErrors(schemas: Schemas): Record<string, Response> {
  const codes = Object.entries(contracts.errorCodes)
  const byStatus = Map.groupBy(codes, ([, { status }]) => status)
  const content = jsonContent(schemas.output(contracts.ErrorReply))
  return Object.fromEntries(
    [...byStatus].map(([status, entries]) => [
      status,
      { description: entries.map(([code, { summary }]) => `${code}: ${summary}`).join('. '), content },
    ]),
  )
}

const jsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } })

const areaNames: Record<string, string> = {
  session: 'Signing in and out',
  repositories: 'Repositories and formats',
  artifactStorage: 'Files and folders',
  transfers: 'Copying, moving and the trash can',
  uploads: 'Uploads in parts',
  packages: 'Packages and versions',
  builds: 'Builds',
  artifactoryBuilds: 'Builds, as build tools speak of them',
  users: 'Users',
  groups: 'Groups',
  permissions: 'Permissions',
  artifactoryUsers: 'Users, as Artifactory has them',
  artifactoryGroups: 'Groups, as Artifactory has them',
  artifactoryPermissions: 'Permissions, as Artifactory has them',
  accessUsers: 'Users, as Access has them',
  accessGroups: 'Groups, as Access has them',
  accessPermissions: 'Permissions, as Access has them',
  accessSystem: 'The Access service',
  tokens: 'Access tokens',
  system: 'The installation',
  generalSettings: 'General settings',
  allSettings: 'All settings',
  licenses: 'Licences',
}

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'An access token.' },
  password: {
    type: 'http',
    scheme: 'basic',
    description: 'A user name with its password or an access token.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'bindery_session',
    description: 'A browser session. Calls that change something also send X-Requested-With: bindery.',
  },
}
