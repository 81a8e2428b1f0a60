type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>

/**
 * Calls `act` now, or, in a hidden tab, once the tab is shown: what is fetched ahead of need is not fetched for a page
 * that no one looks at. Returns how to cancel.
 */
export function whenShown(act: () => void, page: Page = document): () => void {
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
