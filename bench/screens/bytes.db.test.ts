import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { authPages } from '#core/auth-pages.ts'
import { firstLoads as loadsOf } from '#platform/server/first-loads.ts'
import { buildWebApp } from '../../scripts/build.ts'
import { budgets, type FirstLoad, firstLoads } from '../../scripts/bytes.ts'

/**
 * U7: kB of JavaScript after gzip that an address loads before it is usable. Unlike time, bytes can be checked on any machine. The goals
 * are 110 for public pages and auth pages, and 200 for the first page after signing in (scripts/bytes.ts). Groups without a goal may only
 * decrease: a change that reduces one lowers its number here.
 */
const MOST = { ...budgets, public: 185.4, 'signed in': 293.7 }
const dist = join(import.meta.dirname, '../../dist')

let loads: FirstLoad[]
beforeAll(async () => {
  await buildWebApp()
  loads = firstLoads(dist)
}, 120_000)

test('no page first loads more JavaScript than its budget', () => {
  expect(loads.length).toBeGreaterThan(20)
  expect(loads.filter(({ group, js }) => js > MOST[group]!)).toEqual([])
  const routesOf = (wanted: FirstLoad['group']) =>
    loads.filter(({ group }) => group === wanted).map(({ route }) => route)
  expect(routesOf('auth page')).toHaveLength(authPages.length)
  expect(routesOf('first page').toSorted()).toEqual(
    ['admin', 'facility', 'proctor', 'school', 'student'].map((area) => `${area}/dashboard`),
  )
})

test('zod stays entirely on the server: the browser imports contracts only for their types', () => {
  const holding = (name: string) =>
    globSync('assets/*.js', { cwd: dist }).filter((file) =>
      readFileSync(join(dist, file), 'utf8').includes(name),
    )
  expect(holding('ZodMiniObject')).not.toEqual([])
  expect(holding('`ZodObject`').concat(holding('"ZodObject"'))).toEqual([])
})

test('only the pricing page has the payment script', () => {
  const naming = globSync('assets/*.js', { cwd: dist }).filter((file) =>
    readFileSync(join(dist, file), 'utf8').includes('js.stripe.com'),
  )
  expect(naming).not.toEqual([])
  const { manifest, routes, of } = loadsOf(dist)
  const pages = [
    ...manifest['site.html']!.dynamicImports!.map((key) => ['site.html', key]),
    ...routes.map(({ sources }) => ['index.html', ...sources]),
    ['auth.html'],
  ]
  const loading = pages.filter((sources) => of(sources).js.some((file) => naming.includes(file)))
  expect(loading).toEqual([['site.html', 'features/plans/web/PricingScreen.tsx']])
})
