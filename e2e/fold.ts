import type { Page } from 'playwright-core'

/** A common phone size; lists and boards must fit it. */
export const phoneFold = { width: 360, height: 740, contentMost: 200 } as const

/** Pages that are not lists, though they contain lists. */
export const notLists =
  /\/(dashboard|profile|admin-profile|account|progress|permissions-help|permissions-system|shift-lifecycle-demo|settings)$/

/**
 * Where a page's content begins, where the first row of its list ends (0: none), where the bottom bar begins (0: none), and how wide the
 * page is.
 */
export const measureFold = (page: Page): Promise<ReturnType<typeof look>> => page.evaluate(look)

/** Runs in the page: finds the first text that is not a heading, tab or filter, and the first row of a list. */
function look(): { content: number; row: number; bar: number; wide: number } {
  const main = document.querySelector('main')!
  const frame =
    '[data-page-heading], search, [data-tabs], fieldset[data-no-print], [role="tablist"], script, style, title'
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  let content = Number.POSITIVE_INFINITY
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement!
    if (!node.textContent?.trim() || parent.closest(frame)) continue
    const box = document.createRange()
    box.selectNodeContents(node)
    const { top, width, height } = box.getBoundingClientRect()
    const block = parent.closest('li, table, section, form, figure') ?? parent
    const starts = main.contains(block) ? Math.min(top, block.getBoundingClientRect().top) : top
    if (width > 2 && height > 2) content = Math.min(content, starts + scrollY)
  }
  const row = main.querySelector('ul[aria-label] > li, ol[aria-label] > li, tbody tr')
  return {
    content: Number.isFinite(content) ? Math.round(content) : 0,
    row: row ? Math.round(row.getBoundingClientRect().bottom + scrollY) : 0,
    bar: document.querySelector('[data-bottom-bar]')?.getBoundingClientRect().top ?? 0,
    wide: document.documentElement.scrollWidth,
  }
}
