import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sitePageAt, sitePages } from '#core/site-pages.ts'
import { prerenderSite } from './prerender.tsx'
import { misplacedElements } from './testing-html.ts'

const routes = join(import.meta.dirname, '../routes/_site')

test('the public site has a page for each of its routes, and no other', () => {
  const paths = readdirSync(routes)
    .filter((file) => file !== 'route.tsx')
    .map((file) => /createFileRoute\('\/_site(.*?)\/?'\)/.exec(readFileSync(join(routes, file), 'utf8'))![1])
  expect(paths.map((path) => path || '/').toSorted()).toEqual([...sitePages].toSorted())
})

test.each([
  ['/', '/'],
  ['/about', '/about'],
  ['/about/', '/about'],
  ['/faq/students', '/faq/students'],
  ['/faqs', undefined],
  ['/login', undefined],
  ['/about/us', undefined],
])('the address %s is the page %s', (path, page) => {
  expect(sitePageAt(path)).toBe(page)
})

test('every page is rendered with its own title, one description and one main heading', async () => {
  const pages = await prerenderSite()
  expect(pages.map(({ page }) => page)).toEqual([...sitePages])
  for (const { head, body } of pages) {
    expect(head.match(/<title>[^<]{10,}<\/title>/g)).toHaveLength(1)
    expect(head.match(/<meta name="description" content="[^"]{50,320}"\/>/g)).toHaveLength(1)
    expect(body.match(/<h1[ >]/g)).toHaveLength(1)
    expect(body).not.toMatch(/<title>|<meta /)
    expect(misplacedElements(body)).toEqual([])
  }
  for (const part of [/<title>[^<]*/, /<meta[^>]*/])
    expect(new Set(pages.map(({ head }) => part.exec(head)![0])).size).toBe(pages.length)
})

/** The sources of the product's data, whose licenses require a credit. */
const SOURCES = ['https://www.geonames.org', 'https://creativecommons.org/licenses/by/4.0/']

test('links between the pages lead to pages', async () => {
  const pages = await prerenderSite()
  const authPages = ['/login', '/signup', '/signup/school', '/signup/facility', '/reset-password']
  const targets = new Set<string>([...authPages, ...SOURCES])
  for (const { page, body } of pages)
    for (const id of ['', ...(body.match(/(?<= id=")[^"]+/g) ?? [])]) targets.add(id ? `${page}#${id}` : page)
  const links = pages.flatMap(({ page, body }) =>
    Array.from(body.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href = '']) =>
      href.startsWith('#') ? `${page}${href}` : href,
    ),
  )
  expect(links.length).toBeGreaterThan(100)
  expect(links.filter((link) => !targets.has(link))).toEqual([])
})
