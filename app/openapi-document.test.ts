/** The checks of OpenAPI linters, on the document that programs get. */
import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import { contract } from './contract.ts'
import { openApiDocument } from './openapi.ts'
import type { OpenApiDocument, Operation } from './openapi-details.ts'
import { everyCall } from './testing.ts'

let document: OpenApiDocument
let operations: (Operation & { path: string; method: string })[]
beforeAll(async () => {
  document = await openApiDocument(contract, 'https://placewell.example.edu')
  operations = Object.entries(document.paths!).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  )
})

const where = (found: typeof operations) => found.map(({ method, path }) => `${method} ${path}`)

it('lists every call once, with a summary and a tag that is listed', () => {
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
    everyCall()
      .map(({ name }) => name)
      .toSorted(),
  )
  const tags = new Set(document.tags!.map(({ name }) => name))
  expect(where(operations.filter(({ summary }) => !summary))).toEqual([])
  expect(
    where(operations.filter(({ tags: own = [] }) => !own.length || !own.every((tag) => tags.has(tag)))),
  ).toEqual([])
})

it('says how to sign in, and which calls need it', () => {
  expect(document.components!['securitySchemes']).toMatchObject({
    session: { type: 'apiKey', in: 'cookie', name: '__Host-placewell' },
  })
  expect(document.security).toEqual([{ session: [] }])
  const open = everyCall().flatMap(({ name, meta }) => (meta.access === 'public' ? [name] : []))
  expect(
    operations
      .flatMap(({ operationId, security }) => (security?.length === 0 ? [operationId] : []))
      .toSorted(),
  ).toEqual(open.toSorted())
})

it('every call lists its refusals, and every answer with a body its content type', () => {
  const refuses = ({ responses = {} }: Operation) =>
    Object.keys(responses).filter((status) => status.startsWith('4')).length
  expect(where(operations.filter((operation) => refuses(operation) < 2))).toEqual([])
  expect(where(operations.filter(({ security, responses }) => !security && !responses!['401']))).toEqual([])
  const kinds = operations.flatMap(({ path, responses = {} }) =>
    Object.entries(responses).flatMap(([status, { content, $ref }]) =>
      $ref || status === '304' ? [] : [[path, status, ...Object.keys(content ?? { none: 1 })].join(' ')],
    ),
  )
  expect(kinds.filter((kind) => / (none|\*\/\*)$/.test(kind))).toEqual([])
  expect(kinds).toContain(
    '/shifts/export 200 text/csv application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
})

it('path segments are parameters, and lists are repeated parameters', () => {
  expect(operations.length).toBeGreaterThan(100)
  for (const { path, parameters = [] } of operations) {
    const inPath = parameters.filter((one) => one.in === 'path').map(({ name }) => `{${name}}`)
    expect([path, inPath.toSorted()]).toEqual([path, (path.match(/\{\w+\}/g) ?? []).toSorted()])
  }
  const lists = operations.flatMap(({ parameters = [] }) =>
    parameters.filter(({ schema }) => schema.type === 'array'),
  )
  expect(new Set(lists.map(({ style, explode }) => `${style} ${explode}`))).toEqual(new Set(['form true']))
})

it('every reference can be resolved', () => {
  const refs = [...new Set(JSON.stringify(document).match(/(?<="\$ref":"#\/)[^"]+/g))]
  expect(refs.length).toBeGreaterThan(5)
  const lost = refs.filter(
    (ref) =>
      ref.split('/').reduce<unknown>((part, step) => (part as Record<string, unknown>)?.[step], document) ===
      undefined,
  )
  expect(lost).toEqual([])
})

it('has the version of the API and the public URL, and nothing about the software behind them', () => {
  expect(document.info.version).toBe('1')
  expect(document.servers).toEqual([{ url: 'https://placewell.example.edu/api' }])
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(JSON.stringify(document.info)).not.toContain(version)
})
