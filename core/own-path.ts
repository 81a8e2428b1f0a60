const BASE = 'http://own.invalid'

/**
 * Is a text from outside (an address's search, a notification) the path of a page of this product? It is read as a browser
 * reads it, which drops tabs and line ends and takes a backslash for a slash: another site, a scheme, a control character or
 * a backslash is none.
 */
export function isOwnPath(text: string): boolean {
  if (!text.startsWith('/') || /[\\\p{Cc}]/u.test(text) || !URL.canParse(text, BASE)) return false
  const { origin, pathname } = new URL(text, BASE)
  // "/.//other.example" is a path of ours, and another site to anyone who resolves that path again.
  return origin === BASE && !pathname.startsWith('//')
}
