/**
 * The public pages about the product (Spec §2, public routes). Each is a document of its own, rendered once by the build and served as
 * HTML; going between them and the app is a page load.
 */
export const sitePages = [
  '/',
  '/about',
  '/accessibility',
  '/comparison',
  '/contact',
  '/demo',
  '/faq',
  '/faq/instructors',
  '/faq/school-admins',
  '/faq/students',
  '/pricing',
  '/privacy',
  '/security-and-privacy',
  '/terms',
] as const
export type SitePage = (typeof sitePages)[number]

/** The public page at a path (ignoring a trailing slash), or undefined if there is none. */
export function sitePageAt(path: string): SitePage | undefined {
  const plain = path.replace(/\/+$/, '') || '/'
  return sitePages.find((page) => page === plain)
}
