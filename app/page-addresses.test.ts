import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isPageAddress } from './page-addresses.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const { routes } = JSON.parse(read('../docs/spec-routes.json')) as { routes: { path: string }[] }

it('every implemented address of the specification is a page', () => {
  const built = new Set(
    [...read('routeTree.gen.ts').matchAll(/fullPath: '([^']+)'/g)].map(([, path]) => path!),
  )
  const paths = routes.map(({ path }) => path).filter((path) => built.has(path.replaceAll(/:(\w+)/g, '$$$1')))
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => !isPageAddress(path.replaceAll(/:\w+/g, 'x')))).toEqual([])
})

it.each([
  '/',
  '/about',
  '/about/',
  '/login',
  '/dashboard',
  '/profile',
  '/school/dashboard',
  '/shift/7c1e',
  '/admin/users/',
  '/accept-invitation',
])('%s is a page', (path) => expect(isPageAddress(path)).toBe(true))

it.each([
  '/no/such/page',
  '/profile/x',
  '/profile/x.css',
  '/profile.css',
  '/school/dashboard/x.js',
  '/shift/x.png',
  '/sitemap.xml',
  '/favicon.png',
  '/.env',
  '/wp-login.php',
  '/__root',
  '/_app',
  '/shift',
])('%s is not a page', (path) => expect(isPageAddress(path)).toBe(false))
