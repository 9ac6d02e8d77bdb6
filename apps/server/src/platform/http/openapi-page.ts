// The OpenAPI document as a page to read: made on the server, without scripts.
import { html, type Html } from './html.ts'
import { curlOf } from './openapi-example.ts'
import type { OpenApiDocument, Operation, Parameter, Response } from './openapi.ts'
import type { JsonSchema } from './openapi-schemas.ts'
import { describeRules, describeType, rowsOf, type SchemaRow } from './openapi-rows.ts'

interface Call {
  method: string
  path: string
  operation: Operation
}

/** `origin` is the address that examples use: the one under which the reader reached us. */
export function openApiPage(document: OpenApiDocument, origin: string): string {
  const areas = document.tags.map((tag) => ({ ...tag, calls: callsOf(document, tag.name) }))
  return `<!doctype html>\n${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>API reference - ${document.info.title}</title>
        <link rel="icon" href="/ui/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/ui/api/style.css" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        <header>
          <a class="brand" href="/ui/">${document.info.title}</a>
          <span class="muted">API reference, version ${document.info.version}</span>
          <a class="button" href="/openapi.json">OpenAPI document</a>
        </header>
        <div class="columns">
          <nav aria-label="Calls">
            ${areas.map(({ name, description, calls }) => navOf(name, description, calls))}
          </nav>
          <main id="content">
            ${introduction(document, origin)} ${areas.map((area) => areaOf(document, area, origin))}
            ${errorsOf(document)}
          </main>
        </div>
      </body>
    </html>`.html
  }\n`
}

function callsOf(document: OpenApiDocument, area: string): Call[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.tags.includes(area))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

const navOf = (name: string, description: string, calls: Call[]): Html => html`
  <h2><a href="#${name}">${description}</a></h2>
  <ul>
    ${calls.map(
      ({ method, operation }) =>
        html`<li>
          <a href="#${operation.operationId}"><span class="verb">${method}</span> ${operation.summary}</a>
        </li>`,
    )}
  </ul>
`

const introduction = (document: OpenApiDocument, origin: string): Html => html`
  <h1>API reference</h1>
  <p class="reading">
    ${document.info.description} Calls and answers are JSON. Sign in with an access token (<code
      >Authorization: Bearer …</code
    >) or with a user name and a password (<code>Authorization: Basic …</code>).
  </p>
  <pre tabindex="0" aria-label="Example">curl -u admin ${origin}/artifactory/api/system/version</pre>
`

function areaOf(
  document: OpenApiDocument,
  area: { name: string; description: string; calls: Call[] },
  origin: string,
): Html {
  return html`<section aria-labelledby="${area.name}">
    <h2 id="${area.name}">${area.description}</h2>
    ${area.calls.map((call) => callOf(document, call, origin))}
  </section>`
}

function callOf(document: OpenApiDocument, call: Call, origin: string): Html {
  const { method, path, operation } = call
  const body = operation.requestBody?.content['application/json']?.schema
  return html`<article id="${operation.operationId}">
    <h3>${operation.summary}</h3>
    <p class="route"><span class="verb ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
    ${operation.parameters ? parametersOf(document, operation.parameters) : ''}
    ${body ? schemaOf(document, 'Body', body) : ''} ${answerOf(document, operation)}
    <h4>Example</h4>
    <pre tabindex="0" aria-label="Example of ${operation.summary}">
${curlOf(document, method, path, operation, origin)}</pre>
  </article>`
}

function parametersOf(document: OpenApiDocument, parameters: Parameter[]): Html {
  const rows = parameters.map(({ name, in: place, required, description, schema }) => ({
    name,
    depth: 0,
    type: describeType(document, schema),
    isRequired: required,
    text: `${place === 'path' ? 'In the path. ' : ''}${describeRules(schema, description)}`,
  }))
  return tableOf('Parameters', rows)
}

function answerOf(document: OpenApiDocument, operation: Operation): Html {
  const [[status = '200', reply] = []] = Object.entries(operation.responses)
  const schema = reply && 'content' in reply ? reply.content?.['application/json']?.schema : undefined
  const refusals = Object.keys(operation.responses).filter((code) => code !== status)
  return html`${schema ? schemaOf(document, `Answer ${status}`, schema) : html`<p>Answers ${status} without a body.</p>`}
    <p class="muted">
      May refuse with
      ${refusals.map((code, index) => html`${index > 0 ? ', ' : ''}<a href="#error-${code}">${code}</a>`)}.
    </p>`
}

function schemaOf(document: OpenApiDocument, title: string, schema: JsonSchema): Html {
  const rows = rowsOf(document, schema)
  return rows.length > 0
    ? tableOf(`${title}: ${describeType(document, schema)}`, rows)
    : html`<h4>${title}</h4>
        <p>${describeType(document, schema)}</p>`
}

const tableOf = (title: string, rows: SchemaRow[]): Html => html`
  <h4>${title}</h4>
  <div class="scroll" tabindex="0" role="region" aria-label="${title}">
    <table>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <td class="depth-${row.depth}">
                <code>${row.name}</code>${row.isRequired ? '' : html` <span class="muted">optional</span>`}
              </td>
              <td>${row.type}</td>
              <td>${row.text}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
`

function errorsOf(document: OpenApiDocument): Html {
  const entries = Object.entries<Response>(document.components.responses)
  return html`<section aria-labelledby="errors">
    <h2 id="errors">Refusals</h2>
    <p class="reading">
      Every refusal says why in a sentence and carries the id of the request, which leads to the log.
    </p>
    ${schemaOf(document, 'Body', { $ref: '#/components/schemas/ErrorReply' })}
    <div class="scroll" tabindex="0" role="region" aria-label="Status codes">
      <table>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Codes</th>
          </tr>
        </thead>
        <tbody>
          ${entries.map(
            ([status, { description }]) =>
              html`<tr id="error-${status}">
                <td>${status}</td>
                <td>${description}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`
}
