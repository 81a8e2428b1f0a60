/**
 * Renders the pages of the site into a built web app, each as an HTML file under prerendered/: `node scripts/prerender.ts <folder of the
 * build> <the rendering code, built for the server>`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { codeLast, firstLoads, tagsOf } from '#platform/server/first-loads.ts'
import { APP_URL_MARK } from '#platform/server/site-documents.ts'
import { drawSocialImage, SOCIAL_SIZE } from './social-images.ts'

/** The result of app/prerender.tsx. */
type Prerendered = { page: string; screen: string; head: string; body: string }

const [folder, rendering] = process.argv.slice(2) as [string, string]
const { prerenderSite } = (await import(resolve(rendering))) as { prerenderSite(): Promise<Prerendered[]> }
const { manifest, of } = firstLoads(folder)
const template = readFileSync(join(folder, 'site.html'), 'utf8')

mkdirSync(join(folder, 'social'))
for (const { page, screen, head, body } of await prerenderSite()) {
  const source = Object.keys(manifest).find((key) => key.endsWith(`/${screen}.tsx`))
  if (!source) throw new Error(`The build has no file for ${page} (${screen})`)
  const tagsForSharing = await socialTags(page, head)
  const html = codeLast(
    template
      .replace('<!--head-->', () => `${head}${tagsForSharing}`)
      .replace('</head>', () => `  ${tagsOf(of([source]), template).trim()}\n  </head>`)
      .replace('<!--body-->', () => body),
  )
  const file = join(folder, 'prerendered', page === '/' ? 'index.html' : `${page}.html`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, html)
}
rmSync(join(folder, 'site.html'))

/** The tags with the page's title, description and picture, which are shown to people who receive a link to it. */
async function socialTags(page: string, head: string): Promise<string> {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(head) ?? []
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(head) ?? []
  if (!title || !description) throw new Error(`A page without title or description: ${head}`)
  const picture = `social/${page === '/' ? 'index' : page.slice(1).replaceAll('/', '-')}.png`
  const words = { title: plain(title).replace(/ · Placewell$/, ''), description: plain(description) }
  writeFileSync(join(folder, picture), await drawSocialImage(words))
  return [
    ['og:title', title],
    ['og:description', description],
    ['og:image', `${APP_URL_MARK}/${picture}`],
    ['og:image:type', 'image/png'],
    ['og:image:width', SOCIAL_SIZE.width],
    ['og:image:height', SOCIAL_SIZE.height],
    ['og:image:alt', title],
  ]
    .map(([property, content]) => `<meta property="${property}" content="${content}"/>`)
    .join('')
}

/** Decodes the HTML entities of a text. */
function plain(html: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
  return html.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_whole, name: string) => named[name]!)
}
