import { existsSync } from 'node:fs'
import { join } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { doorAt } from '#core/doors.ts'
import { sitePageAt } from '#core/site-pages.ts'

/**
 * Serves the built web app: hashed assets for a year, already compressed; the site's pages as the HTML that the build
 * drew; the doors with a small page of their own; every other address is answered with the page whose router knows the routes (an unknown one shows not-found).
 */
export async function serveWebApp(
  app: FastifyInstance,
  options: { folder: string; appUrl: string },
): Promise<void> {
  if (!existsSync(join(options.folder, 'index.html'))) {
    app.setNotFoundHandler((_request, reply) => reply.code(503).send('The web app has not been built yet.'))
    return
  }
  await app.register(files, {
    root: options.folder,
    index: false,
    // A route per file: a folder is no address, and '/' is the site's first page.
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
    const page = sitePageAt(path)
    if (page === undefined) return reply.sendFile(doorAt(path) ? 'doors.html' : 'index.html')
    reply.header('link', `<${options.appUrl}${page}>; rel="canonical"`)
    return reply.sendFile(join('prerendered', page === '/' ? 'index.html' : `${page}.html`))
  })
}
