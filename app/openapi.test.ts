import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { serveOpenApiDocument } from './openapi.ts'

it('the document is made once, however many ask at once, and sent again only if it has changed', async () => {
  let made = 0
  const app = Fastify()
  await serveOpenApiDocument(app, async () => ({ made: ++made }))
  const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject('/api/openapi.json')))
  expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['{"made":1}']))
  const etag = answers[0]!.headers.etag as string
  const ask = (headers: Record<string, string>) => app.inject({ url: '/api/openapi.json', headers })
  expect((await ask({ 'if-none-match': etag })).statusCode).toBe(304)
  expect((await ask({ 'if-none-match': 'W/"older"' })).statusCode).toBe(200)
  expect(brotliDecompressSync((await ask({ 'accept-encoding': 'gzip, br' })).rawPayload).toString()).toBe(
    '{"made":1}',
  )
  expect(gunzipSync((await ask({ 'accept-encoding': 'gzip' })).rawPayload).toString()).toBe('{"made":1}')
  expect((await app.inject({ method: 'HEAD', url: '/api/openapi.json' })).body).toBe('')
  await app.close()
})

it('is sent to one network 60 times a minute, without affecting others', async () => {
  const app = Fastify({ trustProxy: true })
  await serveOpenApiDocument(app, async () => ({}))
  const ask = (address: string) =>
    app.inject({ url: '/api/openapi.json', headers: { 'x-forwarded-for': address } })
  for (let count = 0; count < 60; count++) expect((await ask('203.0.113.9')).statusCode).toBe(200)
  const refused = await ask('203.0.113.10')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect((await ask('198.51.100.1')).statusCode).toBe(200)
  await app.close()
})

it('a failure is not cached', async () => {
  let tries = 0
  const app = Fastify()
  await serveOpenApiDocument(app, async () => {
    if (++tries === 1) throw new Error('not yet')
    return {}
  })
  expect((await app.inject('/api/openapi.json')).statusCode).toBe(500)
  expect((await app.inject('/api/openapi.json')).statusCode).toBe(200)
  await app.close()
})
