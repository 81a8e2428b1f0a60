/** Where a word of the address is kept once it is removed from the address. */
type Taken = { taken?: Record<string, string> }

/**
 * A parameter of the address's search, such as the token of a link in an email. It is removed from the address at once, so that no history,
 * bookmark, screenshot or report contains it; a reload of the same page still finds it.
 */
export function takeUrlParam(name: string): string | undefined {
  const { history, location } = window
  const search = new URLSearchParams(location.search)
  const state = (history.state ?? {}) as Taken
  const word = search.get(name)
  if (word === null) return state.taken?.[name]
  search.delete(name)
  const rest = search.size > 0 ? `?${search}` : ''
  history.replaceState({ ...state, taken: { ...state.taken, [name]: word } }, '', location.pathname + rest)
  return word
}

/** Forgets what was taken from the address, and the rest of its search: it is used up, and a reload does not try it again. */
export function clearUrlParams(): void {
  const { taken: _, ...state } = (window.history.state ?? {}) as Taken
  window.history.replaceState(state, '', window.location.pathname)
}
