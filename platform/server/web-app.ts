import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { constants, createGzip } from 'node:zlib'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authPageAt } from '#core/auth-pages.ts'
import { sitePageAt } from '#core/site-pages.ts'
import { renameLegacyParams } from './legacy-params.ts'
import { codeLast, firstLoads, tagsOf } from './first-loads.ts'
import { codingFor } from './http.ts'
import { siteDocuments } from './site-documents.ts'

/** The answers to the queries a page starts with, sent with its document; `isWhole` if none is missing. */
export type PrefetchedQueries = {
  isWhole: boolean
  answers: { path: string[]; input: unknown; output: unknown }[]
}

/** What is sent with a page: its first answers as JSON, and the page as HTML if the server has rendered it. */
export type PageContent = { answers: string; html: string | null }

type WebApp = {
  folder: string
  appUrl: string
  /** True if there is a page at an address. All others get a 404 and the app, whose router shows that there is no page. */
  isPage?: (path: string) => boolean
  /** Source files that the page at an address loads in addition to its own code. */
  partsAt?: (path: string) => readonly string[]
  /** True if the page at an address is rendered before its code is loaded; its styles are then loaded before its code. */
  isRendered?: (path: string) => boolean
  /**
   * What is sent with the page for the person behind the request; null if no one is signed in, or if the page has to fetch its own data.
   */
  answer?: (request: FastifyRequest, reply: FastifyReply) => Promise<PageContent | null>
  /** True if the request claims to be signed in, whether that is valid or not. */
  hasSession?: (request: FastifyRequest) => boolean
}

/**
 * Serves the built web app: hashed assets for a year, already compressed; the public pages as the HTML that the build rendered; the auth
 * pages with a small page of their own; every other address with the app, whose router knows the routes (an unknown one with status 404,
 * for which the router shows not-found). For someone who is signed in, the app is sent with the code of its address, its first answers and
 * its rendered HTML, and is not cached.
 */
export async function serveWebApp(app: FastifyInstance, options: WebApp): Promise<void> {
  const {
    folder,
    appUrl,
    isPage = () => true,
    partsAt = () => [],
    isRendered = () => false,
    answer,
    hasSession = () => false,
  } = options
  if (!existsSync(join(folder, 'index.html'))) {
    app.setNotFoundHandler((_request, reply) => reply.code(503).send('The web app has not been built yet.'))
    return
  }
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const [start, rest] = splitBefore(page, /(?<=<div id="root">)/)
  const [afterRoot, end] = splitBefore(rest, /<\/body>/)
  // Fonts come last, because text is rendered without them.
  const [beforeFaces, faces] = splitBefore(start, /\s*<link rel="preload" as="font"/)
  const loads = firstLoads(folder)
  const sendDocument = siteDocuments(folder, appUrl)
  await app.register(files, {
    root: folder,
    index: false,
    // A route per file: a folder is not an address, and '/' is the first public page.
    wildcard: false,
    preCompressed: true,
    setHeaders(reply, path) {
      if (path.includes('/assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable')
      else
        reply.header('cache-control', /\.html(\.(br|gz))?$/.test(path) ? 'no-cache' : 'public, max-age=3600')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    if ((request.method !== 'GET' && request.method !== 'HEAD') || path.startsWith('/assets/'))
      return reply.code(404).send({ message: 'There is nothing here.' })
    reply.header('cache-control', 'no-cache')
    const sitePage = sitePageAt(path)
    if (sitePage !== undefined) {
      reply.header('link', `<${appUrl}${sitePage}>; rel="canonical"`)
      const file = sitePage === '/' ? 'index.html' : `${sitePage}.html`
      return sendDocument(request, reply, join('prerendered', file))
    }
    if (authPageAt(path)) return sendDocument(request, reply, 'auth.html')
    // Personal pages, and pages that links in emails open.
    reply.header('x-robots-tag', 'noindex')
    if (!isPage(path)) {
      const isFile = /\.[a-z\d]{1,10}\/?$/i.test(path)
      return isFile
        ? reply.code(404).send({ message: 'There is nothing here.' })
        : reply.code(404).sendFile('index.html')
    }
    const now = renameLegacyParams(request.url)
    if (now !== request.url) return reply.redirect(now)
    if (!answer || request.method === 'HEAD' || !hasSession(request)) return reply.sendFile('index.html')
    const head = `${beforeFaces}${tagsOf(loads.at(path, partsAt(path)), page)}${faces}`
    return sendWithAnswers(request, reply, {
      start: isRendered(path) ? codeLast(head) : head,
      content: answer(request, reply),
      afterRoot,
      end,
    })
  })
}

/** Sends the head at once, so that code and styles load while the answers are read; the answers end the document. */
function sendWithAnswers(
  request: FastifyRequest,
  reply: FastifyReply,
  document: { start: string; content: Promise<PageContent | null>; afterRoot: string; end: string },
): FastifyReply {
  const { start, content, afterRoot, end } = document
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').header('vary', 'accept-encoding')
  // Without them the page fetches its own data.
  const rest = content.then(
    (found) => (found ? `${found.html ?? ''}${afterRoot}${answersBlock(found.answers)}` : afterRoot) + end,
    () => afterRoot + end,
  )
  if (!codingFor(request.headers['accept-encoding'], ['gzip']))
    return reply.send(
      Readable.from(
        (async function* () {
          yield start
          yield await rest
        })(),
      ),
    )
  const gzip = createGzip()
  gzip.write(start)
  gzip.flush(constants.Z_SYNC_FLUSH, () => void rest.then((text) => gzip.end(text)))
  return reply.header('content-encoding', 'gzip').send(gzip)
}

/** Data that the browser does not run, escaped so that no text can end the element or begin another. */
function answersBlock(answers: string): string {
  const json = answers.replaceAll(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/json" id="first-answers">${json}</script>`
}

function splitBefore(text: string, mark: RegExp): [string, string] {
  const at = text.search(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)]
}
