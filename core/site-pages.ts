/**
 * The pages that tell of the product (Spec §2, public routes). Each is a document of its own, rendered once by the build
 * and served as HTML; going from one of them to the pages that people work on, or back, is a page load.
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

/** The site's page at a path (a slash at its end aside), or undefined when it is none of them. */
export function sitePageAt(path: string): SitePage | undefined {
  const plain = path.replace(/\/+$/, '') || '/'
  return sitePages.find((page) => page === plain)
}
