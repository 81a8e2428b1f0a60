import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { authPageAt } from '#core/auth-pages.ts'
import { sitePageAt } from '#core/site-pages.ts'

/** The addresses of the router's own list, which is generated and always complete. */
const [, list = ''] =
  /interface FileRoutesByFullPath \{([^}]*)\}/.exec(
    readFileSync(join(import.meta.dirname, 'routeTree.gen.ts'), 'utf8'),
  ) ?? []
const patterns = [...list.matchAll(/'(\/[^']*)'/g)].map(
  ([, address]) => new RegExp(`^${address!.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+')}/?$`),
)

/**
 * Does the product have a page at a path? Every other path shows the not-found page (Spec §2), with status 404. What ends like
 * a file is no page: a private page under the name of a style sheet would be kept by caches that go by names.
 */
export function isPageAddress(path: string): boolean {
  if (sitePageAt(path) !== undefined || authPageAt(path) !== undefined) return true
  return !/\.[a-z\d]{1,10}\/?$/i.test(path) && patterns.some((pattern) => pattern.test(path))
}
