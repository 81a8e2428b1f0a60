import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { authPageAt } from '#core/auth-pages.ts'
import { sitePageAt } from '#core/site-pages.ts'

/** The addresses from the router's generated list, which is always complete. */
const [, list = ''] =
  /interface FileRoutesByFullPath \{([^}]*)\}/.exec(
    readFileSync(join(import.meta.dirname, 'routeTree.gen.ts'), 'utf8'),
  ) ?? []
const patterns = [...list.matchAll(/'(\/[^']*)'/g)].map(
  ([, address]) => new RegExp(`^${address!.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+')}/?$`),
)

/**
 * True if the product has a page at a path. Every other path shows the not-found page (Spec §2), with status 404. A path that ends like a
 * file is not a page, because caches that go by names would keep a private page requested as a style sheet.
 */
export function isPageAddress(path: string): boolean {
  if (sitePageAt(path) !== undefined || authPageAt(path) !== undefined) return true
  return !/\.[a-z\d]{1,10}\/?$/i.test(path) && patterns.some((pattern) => pattern.test(path))
}
