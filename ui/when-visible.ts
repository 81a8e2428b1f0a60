type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>

/**
 * Calls `act` now, or in a hidden tab once the tab is shown, so that nothing is prefetched for a page that no one looks at. Returns a
 * function that cancels it.
 */
export function whenVisible(act: () => void, page: Page = document): () => void {
  const turn = () => {
    if (page.hidden) return
    cancel()
    act()
  }
  const cancel = () => page.removeEventListener('visibilitychange', turn)
  page.addEventListener('visibilitychange', turn)
  turn()
  return cancel
}
