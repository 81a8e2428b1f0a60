/**
 * Renders the pages of the site into a built web app, each as an HTML file under prerendered/: `node scripts/prerender.ts <folder of the
 * build> <the rendering code, built for the server>`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { APP_URL_MARK } from '#platform/server/site-documents.ts'
import { drawSocialImage, SOCIAL_SIZE } from './social-images.ts'

/** The result of app/prerender.tsx. */
type Prerendered = { page: string; screen: string; head: string; body: string }
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

const [folder, rendering] = process.argv.slice(2) as [string, string]
const { prerenderSite } = (await import(resolve(rendering))) as { prerenderSite(): Promise<Prerendered[]> }
const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
const template = readFileSync(join(folder, 'site.html'), 'utf8')

mkdirSync(join(folder, 'social'))
for (const { page, screen, head, body } of await prerenderSite()) {
  const source = Object.keys(manifest).find((key) => key.endsWith(`/${screen}.tsx`))
  if (!source) throw new Error(`The build has no file for ${page} (${screen})`)
  const tags = tagsOf(source).filter((tag) => !template.includes(tag))
  const tagsForSharing = await socialTags(page, head)
  const html = template
    .replace('<!--head-->', () => `${head}${tagsForSharing}`)
    .replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`)
    .replace('<!--body-->', () => body)
    // Scripts are not needed to read the page: styles and fonts load first.
    .replaceAll(/<(?=script type="module"|link rel="modulepreload")(\w+)/g, '<$1 fetchpriority="low"')
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

/** The tags for a page's own code and styles, known before the code runs. */
function tagsOf(source: string): string[] {
  const chunks = new Set<string>()
  const collect = (key: string) => {
    if (chunks.has(key)) return
    chunks.add(key)
    for (const each of manifest[key]?.imports ?? []) collect(each)
  }
  collect(source)
  return [...chunks].flatMap((key) => [
    `<link rel="modulepreload" crossorigin href="/${manifest[key]!.file}">`,
    ...(manifest[key]!.css ?? []).map((css) => `<link rel="stylesheet" crossorigin href="/${css}">`),
  ])
}
