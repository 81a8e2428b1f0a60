import type { FastifyInstance } from 'fastify'
import { sitePages } from '#core/site-pages.ts'
import type { Config } from '#platform/server/config.ts'
import type { SettingsReader } from '#platform/server/system-settings.ts'

const DAY_MS = 86_400_000

/** Serves the files that programs look for at fixed addresses, with this installation's own URL in them. */
export function serveSiteFiles(
  app: FastifyInstance,
  { appUrl }: Pick<Config, 'appUrl'>,
  settings: SettingsReader,
): void {
  const pages = sitePages.map((page) => `  <url><loc>${appUrl}${page}</loc></url>\n`).join('')
  app.get('/sitemap.xml', (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${pages}</urlset>\n`,
      ),
  )
  // RFC 9116: whom to notify of a vulnerability, and until when that is valid.
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const contactEmail = await settings.get('contact_email')
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        [
          `Contact: ${contactEmail ? `mailto:${contactEmail}` : `${appUrl}/contact`}`,
          `Expires: ${new Date(Date.now() + 180 * DAY_MS).toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${appUrl}/.well-known/security.txt`,
          '',
        ].join('\n'),
      )
  })
}
