import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { sitePages } from '#core/site-pages.ts'
import type { SettingsReader } from '#platform/server/system-settings.ts'
import { serveSiteFiles } from './site-files.ts'

const home = join(import.meta.dirname, '..')
const at = async (path: string, contactEmail?: string) => {
  const app = Fastify()
  const get = async () => contactEmail ?? null
  serveSiteFiles(app, { appUrl: 'https://placewell.example.edu' }, { get: get as SettingsReader['get'] })
  return app.inject(path)
}

it('the site map lists every public page by its full URL', async () => {
  const { headers, body } = await at('/sitemap.xml')
  expect(headers['content-type']).toMatch(/^application\/xml/)
  expect([...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)).toEqual(
    sitePages.map((page) => `https://placewell.example.edu${page}`),
  )
})

it('security.txt says whom to write to, and until when that is valid', async () => {
  const { headers, body } = await at('/.well-known/security.txt', 'security@example.edu')
  expect(headers['content-type']).toMatch(/^text\/plain/)
  expect(body).toContain('Contact: mailto:security@example.edu\n')
  const expires = Date.parse(/^Expires: (.+)$/m.exec(body)![1]!)
  expect(expires).toBeGreaterThan(Date.now() + 30 * 86_400_000)
  expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000)
  expect((await at('/.well-known/security.txt')).body).toContain(
    'Contact: https://placewell.example.edu/contact\n',
  )
})

it('icon and manifest are files, and every document links them', () => {
  expect([...readFileSync(join(home, 'public/favicon.ico')).subarray(0, 4)]).toEqual([0, 0, 1, 0])
  const manifest = JSON.parse(readFileSync(join(home, 'public/manifest.webmanifest'), 'utf8')) as {
    icons: { src: string }[]
  }
  for (const { src } of manifest.icons) readFileSync(join(home, 'public', src))
  for (const file of ['index.html', 'auth.html', 'site.html']) {
    const html = readFileSync(join(home, file), 'utf8')
    expect(html).toContain('href="/favicon.ico"')
    expect(html).toContain('href="/manifest.webmanifest"')
  }
})

it('the app can be installed: it has a name, a start page, icons of the sizes it claims, and opens without a connection', () => {
  const read = (file: string) => readFileSync(join(home, 'public', file))
  const manifest = JSON.parse(read('manifest.webmanifest').toString()) as {
    name: string
    display: string
    start_url: string
    icons: { src: string; sizes: string; type: string; purpose?: string }[]
  }
  expect(manifest).toMatchObject({ name: 'Placewell', display: 'standalone', start_url: '/dashboard' })
  const pictures = manifest.icons.filter(({ type }) => type === 'image/png')
  expect(pictures.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(pictures.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  for (const { src, sizes } of pictures) {
    // Width and height of a PNG, in its first chunk.
    const header = read(src)
    expect(`${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`).toBe(sizes)
  }
  expect(read('service-worker.js').toString()).toContain("addEventListener('fetch'")
})

it('documents that need scripts say so', () => {
  for (const file of ['index.html', 'auth.html'])
    expect(readFileSync(join(home, file), 'utf8')).toMatch(/<noscript>[^]*<h1>Placewell needs JavaScript/)
})
