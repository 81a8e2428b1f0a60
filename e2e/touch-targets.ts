import type { Page } from 'playwright-core'

/**
 * Touch targets that are too small, as `element "name" width × height`: standalone controls with less than 44 px in either direction (WCAG
 * 2.5.5). Uses hit testing on the page, so an area beyond a control's edge counts, and an area covered by another control does not. Returns
 * nothing without touch.
 */
export const smallTargets = (page: Page): Promise<string[]> => page.evaluate(look)

async function look(): Promise<string[]> {
  if (!matchMedia('(pointer: coarse)').matches) return []
  // A closing dialog shrinks; endless animations are not awaited.
  const ending = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  await Promise.allSettled(ending.map(({ finished }) => finished))
  /** One pixel less than 44, and half of it, because half pixels are rounded. */
  const LEAST = 43
  const REACH = 21
  const CONTROLS =
    'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="tab"], [role="menuitem"], [role="option"], [role="switch"]'
  // The position of a mark in a diagram or on a board is essential (WCAG 2.5.5, essential); a list or a page offers the same.
  const isInPicture = (control: Element): boolean => control.closest('svg, [data-card]') !== null
  /** Links in a sentence, and facts that are links, have the height of their line (WCAG 2.5.5, inline). */
  const isInText = (control: Element): boolean => {
    if (!control.matches('a')) return false
    if (control.closest('dd, td')) return true
    let block: Element = control
    while (getComputedStyle(block).display === 'inline' && block.parentElement) block = block.parentElement
    return block !== control && block.textContent.trim() !== control.textContent.trim()
  }
  const { scrollX, scrollY } = globalThis
  const small = new Set<string>()
  for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const { width, height } = control.getBoundingClientRect()
    if ((width >= LEAST && height >= LEAST) || isInText(control) || isInPicture(control)) continue
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
    // Controls only for assistive technology are pressed by their label, if at all.
    if (width < 2 && labels.length === 0) continue
    control.scrollIntoView({ block: 'center', inline: 'center' })
    const box = control.getBoundingClientRect()
    const x = (box.left + box.right) / 2
    const y = (box.top + box.bottom) / 2
    // Controls outside the window until they have the focus.
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue
    const isHit = (right: number, down: number): boolean => {
      const at = document.elementFromPoint(x + right, y + down)
      return [control, ...labels].some((one) => one.contains(at))
    }
    // Controls under a dialog or menu can't be pressed now.
    if (!isHit(0, 0)) continue
    /** How far the control reaches in this direction; the center of a card that is pressed as a whole is not that of its link. */
    const reach = (right: number, down: number): number => {
      let far = LEAST
      while (far > 0 && !isHit(right * far, down * far)) far--
      return far
    }
    const spans = (right: number, down: number): boolean =>
      (isHit(-right * REACH, -down * REACH) && isHit(right * REACH, down * REACH)) ||
      reach(-right, -down) + reach(right, down) + 1 >= LEAST
    const [isHigh, isWide] = [height >= LEAST || spans(0, 1), width >= LEAST || spans(1, 0)]
    if (isHigh && isWide) continue
    const name = (control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 40)
    const lacks = [isHigh ? '' : 'height', isWide ? '' : 'width'].filter(Boolean).join(' and ')
    small.add(
      `${control.tagName.toLowerCase()} "${name}" ${Math.round(width)} × ${Math.round(height)} px lacks ${lacks}`,
    )
  }
  scrollTo(scrollX, scrollY)
  return [...small]
}
