/** A word of the address's search when the page was opened; the doors stand without a router. */
export const wordOfAddress = (name: string): string | undefined =>
  new URLSearchParams(window.location.search).get(name) ?? undefined

/** Takes the search off the address: what is used up shall not be tried again by a reload, or seen by the next reader. */
export const clearAddress = (): void =>
  window.history.replaceState(window.history.state, '', window.location.pathname)
