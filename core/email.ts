/** An e-mail address as it is stored and compared: trimmed and in lower case (Spec §5). */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** Could mail be sent there? One @, something on both sides, a dot in the domain, no spaces, at most 254 characters. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s@<>(),;:"[\]\\]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i.test(text)
  )
}
