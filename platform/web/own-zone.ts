/**
 * Stores the reader's time zone, which the server uses for the next document (platform/server/http.ts). Read from the browser itself,
 * because the auth pages load this too, without the rest of the date code.
 */
export function storeTimeZone(): void {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  document.cookie = `placewell-zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`
}
