import { readFileSync } from 'node:fs'
import { areas, endpoint, errorCodes, type Endpoint } from '@bindery/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openApiPage } from './openapi-page.ts'
import { createSchemas } from './openapi-schemas.ts'
import { openApiDocument } from './openapi.ts'

const document = openApiDocument({ version: '1.2.3' })
const endpoints = Object.values(areas).flatMap((area) => Object.values<Endpoint>(area))
const operations = Object.values(document.paths).flatMap((item) => Object.values(item))

test('every endpoint of the contracts is in the document, once, with a name of its own', () => {
  expect(operations).toHaveLength(endpoints.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(endpoints.length)
  for (const { method, path, summary } of endpoints)
    expect(document.paths[path]?.[method.toLowerCase()]?.summary).toBe(summary)
})

test('every reference leads to a component', () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)
  const broken = Array.from(references, ([, path = '']) => path).filter((path) => find(path) === undefined)
  expect(broken).toEqual([])
})

function find(path: string): unknown {
  return path
    .split('/')
    .reduce<unknown>((value, key) => z.record(z.string(), z.unknown()).parse(value)[key], document)
}

test('every placeholder of a path is a required parameter', () => {
  for (const [path, item] of Object.entries(document.paths))
    for (const { parameters = [] } of Object.values(item)) {
      const placeholders = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.map(({ name }) => name).sort()).toEqual(placeholders.sort())
      expect(inPath.every(({ required }) => required)).toBe(true)
    }
})

test('a call is described with its parameters, answer and refusals', () => {
  const list = document.paths['/ui/api/v1/packages']?.['get']
  expect(list?.parameters?.map(({ name, in: place, required }) => [name, place, required])).toContainEqual([
    'name',
    'query',
    false,
  ])
  expect(list?.parameters?.find(({ name }) => name === 'limit')?.schema).toMatchObject({
    type: 'integer',
    default: 100,
  })
  expect(Object.keys(list?.responses ?? {})).toEqual(['200', '400', '401', '403', '429', '500', '503'])
  expect(document.paths['/ui/api/v1/users/{name}']?.['delete']?.responses['204']).toEqual({
    description: 'Done',
  })
})

test('every error code is explained under its status', () => {
  for (const [code, { status, summary }] of Object.entries(errorCodes))
    expect(document.components.responses[status]?.description).toContain(`${code}: ${summary}`)
})

test('a schema that reads differently as input and as output must not share one name', () => {
  const Thing = z.object({ size: z.number().default(1) })
  const schemas = createSchemas([['Thing', Thing]])
  schemas.input(Thing)
  expect(() => schemas.output(Thing)).toThrow('Thing reads differently as input and as output')
})

test('the document is the same each time, and docs/openapi.json is current', () => {
  expect(JSON.stringify(openApiDocument({ version: '1.2.3' }))).toBe(JSON.stringify(document))
  const committed = readFileSync(new URL('../../../../../docs/openapi.json', import.meta.url), 'utf8')
  expect(committed).toBe(`${JSON.stringify(openApiDocument(), null, 2)}\n`)
})

test('the page shows every call with an example, without scripts or inline styles', () => {
  const page = openApiPage(document, 'https://bindery.example.com')
  for (const { path, summary } of endpoints) {
    expect(page).toContain(`<code>${path}</code>`)
    expect(page).toContain(escape(summary))
  }
  expect(page).toContain('&#39;https://bindery.example.com/ui/api/v1/packages/npm%3A%2F%2Fleft-pad&#39;')
  expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i)
  const ids = Array.from(page.matchAll(/\sid="([^"]+)"/g), ([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const targets = Array.from(page.matchAll(/href="#([^"]+)"/g), ([, id]) => id)
  expect(targets.filter((id) => !ids.includes(id))).toEqual([])
})

test('nothing from outside becomes markup', () => {
  const page = openApiPage(document, 'http://x"><script>alert(1)</script>')
  expect(page).not.toContain('<script>')
})

test('endpoint() keeps what it was given', () => {
  expect(endpoint('GET /a/{b}', 'Show', {})).toEqual({
    method: 'GET',
    path: '/a/{b}',
    summary: 'Show',
    shape: {},
  })
})

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;')
