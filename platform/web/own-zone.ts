/**
 * Writes down the reader's time zone, by which the server makes the next document (platform/server/http.ts). Asked of the browser
 * itself: the auth pages load this too, and nothing else of dates.
 */
export function noteOwnZone(): void {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  document.cookie = `placewell-zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`
}
