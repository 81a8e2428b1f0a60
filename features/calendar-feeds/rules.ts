/** Where each calendar adds a feed: Google and Outlook by a page of theirs, Apple and others by the webcal address of the feed. */
export function addLinks(url: string): { google: string; outlook: string; apple: string } {
  const webcal = url.replace(/^https?:/, 'webcal:')
  return {
    google: `https://calendar.google.com/calendar/r?${new URLSearchParams({ cid: webcal })}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb?${new URLSearchParams({ url, name: 'Placewell' })}`,
    apple: webcal,
  }
}
