import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { OpenAPIGenerator } from '@orpc/openapi'
import type { AnyRouter } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { FastifyInstance } from 'fastify'
import { addressBlock, codingFor, isHeld, sessionName } from '#platform/server/http.ts'
import { Throttle } from '#platform/server/throttle.ts'
import type { contract } from './contract.ts'
import { type OpenApiDocument, withDetails } from './openapi-details.ts'

/** The whole API as an OpenAPI 3.1 document, generated from the contract that the web app uses. */
export async function openApiDocument(
  router: AnyRouter | typeof contract,
  appUrl: string,
): Promise<OpenApiDocument> {
  const document = await new OpenAPIGenerator({
    schemaConverters: [new ZodToJsonSchemaConverter()],
  }).generate(router as AnyRouter, {
    info: {
      title: 'Placewell',
      // The version of the API, not of the software behind it.
      version: '1',
      license: { name: 'Proprietary', url: appUrl },
      description:
        'Clinical placements and shifts for nursing education. A reason, note or message that looks as if it named a patient is ' +
        'refused with 400; to confirm that no patient is named, send `"no_patient_named": true` with it.',
    },
    servers: [{ url: `${appUrl}/api` }],
  })
  return withDetails(document as OpenApiDocument, sessionName(appUrl.startsWith('https:')))
}

/** How often one network may request the document per minute. */
const PER_MINUTE = 60

type Encoded = { etag: string; bodies: Record<'br' | 'gzip' | 'identity', Buffer> }

/**
 * Serves the document at /api/openapi.json to anyone. It is generated and compressed once, when first requested, because that takes a tenth
 * of a second of the only request thread.
 */
export async function serveOpenApiDocument(
  scope: FastifyInstance,
  make: () => Promise<unknown>,
): Promise<void> {
  const throttle = new Throttle(PER_MINUTE)
  let made: Promise<Encoded> | undefined
  scope.route({
    method: ['GET', 'HEAD'],
    url: '/api/openapi.json',
    handler: async (request, reply) => {
      // Uncompressed it is several megabytes, but it is rarely read.
      if (!throttle.allows(addressBlock(request.ip)))
        return reply
          .code(429)
          .header('retry-after', '60')
          .header('cache-control', 'no-store')
          .send({
            defined: false,
            code: 'TOO_MANY_REQUESTS',
            status: 429,
            message: `This document was requested ${PER_MINUTE} times within a minute. Keep it, and ask again in a minute.`,
            data: { retryAfter: 60 },
          })
      made ??= encode(make)
      const { etag, bodies } = await made.catch((error: unknown) => {
        made = undefined
        throw error
      })
      reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', etag)
      if (isHeld(request.headers['if-none-match'], etag)) return reply.code(304).send()
      const encoding = codingFor(request.headers['accept-encoding'])
      if (encoding) reply.header('content-encoding', encoding)
      return reply.type('application/json; charset=utf-8').send(bodies[encoding ?? 'identity'])
    },
  })
}

async function encode(make: () => Promise<unknown>): Promise<Encoded> {
  const identity = Buffer.from(JSON.stringify(await make()))
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    promisify(gzip)(identity),
  ])
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { etag, bodies: { br, gzip: zipped, identity } }
}
