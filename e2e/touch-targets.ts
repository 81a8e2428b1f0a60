import type { Page } from 'playwright-core'

/**
 * What a finger would miss, as `element "name" width × height`: controls that stand alone and do not offer it 44 px in both
 * directions (WCAG 2.5.5). It is asked of the page what is pressed there, so what reaches beyond its edge counts, and what another
 * control covers does not. Where no finger presses, nothing is missed.
 */
export const smallTargets = (page: Page): Promise<string[]> => page.evaluate(look)

async function look(): Promise<string[]> {
  if (!matchMedia('(pointer: coarse)').matches) return []
  // A dialog that is closing shrinks; what never ends is not waited for.
  const ending = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
  await Promise.allSettled(ending.map(({ finished }) => finished))
  /** A pixel less than 44, and half of it: half pixels are rounded. */
  const LEAST = 43
  const REACH = 21
  const CONTROLS =
    'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="tab"], [role="menuitem"], [role="option"], [role="switch"]'
  // A mark of a picture or a board is where it is because of what it shows (WCAG 2.5.5, essential); a list or a page has the same.
  const isInPicture = (control: Element): boolean => control.closest('svg, [data-card]') !== null
  /** Links in a sentence, and facts that are links, are as high as their line (WCAG 2.5.5, inline). */
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
    // What is there for programs alone is pressed by its label, if at all.
    if (width < 2 && labels.length === 0) continue
    control.scrollIntoView({ block: 'center', inline: 'center' })
    const box = control.getBoundingClientRect()
    const x = (box.left + box.right) / 2
    const y = (box.top + box.bottom) / 2
    // What waits outside of the window until it has the focus.
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue
    const isHit = (right: number, down: number): boolean => {
      const at = document.elementFromPoint(x + right, y + down)
      return [control, ...labels].some((one) => one.contains(at))
    }
    // What a dialog or a menu lies over is not pressed now.
    if (!isHit(0, 0)) continue
    /** How far it reaches this way; the middle of a card that is pressed as a whole is not that of its link. */
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
