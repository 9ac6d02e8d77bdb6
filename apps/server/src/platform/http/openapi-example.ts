// A command line that shows a call at work: complete, ready to be copied, with made-up but fitting values.
import type { OpenApiDocument, Operation } from './openapi.ts'
import { resolve } from './openapi-rows.ts'
import type { JsonSchema } from './openapi-schemas.ts'

export function curlOf(
  document: OpenApiDocument,
  method: string,
  path: string,
  operation: Operation,
  origin: string,
): string {
  const body = operation.requestBody?.content['application/json']?.schema
  const parts = [
    `curl -H "Authorization: Bearer $TOKEN"${method === 'GET' ? '' : ` -X ${method}`}`,
    ...(body
      ? [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(exampleOf(document, body))}'`]
      : []),
    `'${origin}${fillPath(path)}'`,
  ]
  return parts.join(' \\\n  ')
}

const fillPath = (path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathExamples[name] ?? name)

/** Only what must be sent: an example that sets every option teaches nothing. */
function exampleOf(document: OpenApiDocument, given: JsonSchema, name = ''): unknown {
  const schema = resolve(document, given)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOf(document, schema.anyOf[0] ?? {}, name)
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, exampleOf(document, schema.properties?.[key] ?? {}, key)]),
      )
    case 'array':
      return []
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return 1
    default:
      return textExamples[name] ?? '…'
  }
}

const pathExamples: Record<string, string> = {
  packageId: 'npm%3A%2F%2Fleft-pad',
  version: '1.3.0',
  key: 'npm-local',
  name: 'ada',
  id: 'TOKEN_ID',
}

const textExamples: Record<string, string> = {
  key: 'team-npm',
  format: 'npm',
  name: 'ada',
  user: 'ada',
  password: 'Correct-horse-7',
  oldPassword: 'correct-horse-battery',
  newPassword1: 'Staple-battery-8',
}
