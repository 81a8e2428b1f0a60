const BASE = 'http://own.invalid'

/**
 * True if a text from outside (an address's search, a notification) is the path of a page of this product. It is parsed like in a browser,
 * which drops tabs and line ends and treats a backslash as a slash; another site, a scheme, a control character or a backslash is refused.
 */
export function isOwnPath(text: string): boolean {
  if (!text.startsWith('/') || /[\\\p{Cc}]/u.test(text) || !URL.canParse(text, BASE)) return false
  const { origin, pathname } = new URL(text, BASE)
  // "/.//other.example" is a path of ours, but becomes another site if that path is resolved again.
  return origin === BASE && !pathname.startsWith('//')
}
