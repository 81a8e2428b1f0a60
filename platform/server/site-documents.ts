import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { codingFor, isHeld } from './http.ts'

/**
 * The build leaves this mark where this installation's own URL belongs, because sites that preview a shared link only follow absolute URLs.
 */
export const APP_URL_MARK = 'https://installation.invalid'

type Document = { etag: string; plain: Buffer; br: Buffer; gzip: Buffer }

/** Sends pages that the build has rendered, with this installation's URL filled in; each is prepared once, when first requested. */
export function siteDocuments(folder: string, appUrl: string) {
  const ready = new Map<string, Document>()
  function read(file: string): Document {
    const known = ready.get(file)
    if (known) return known
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(APP_URL_MARK, () => escaped(appUrl))
    const plain = Buffer.from(text)
    const made = {
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      plain,
      br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      gzip: gzipSync(plain, { level: 9 }),
    }
    ready.set(file, made)
    return made
  }
  return (request: FastifyRequest, reply: FastifyReply, file: string): FastifyReply => {
    const document = read(file)
    reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding').header('etag', document.etag)
    if (isHeld(request.headers['if-none-match'], document.etag)) return reply.code(304).send()
    const coding = codingFor(request.headers['accept-encoding'])
    return coding
      ? reply.header('content-encoding', coding).send(document[coding])
      : reply.send(document.plain)
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
