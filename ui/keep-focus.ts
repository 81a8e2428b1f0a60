import { focusHeading, type Ancestor, ancestorsOf } from './restore-focus.ts'

/** How long (ms) a menu or a new page has to set the focus itself. */
const PATIENCE_MS = 150
/** The same for a dialog, whose button is enabled again while it closes. */
const CLOSING_MS = 600
const layers = '[role="dialog"], [role="menu"], [role="listbox"]'

let last: { element: HTMLElement; ancestors: readonly Ancestor[]; isInLayer: boolean } | undefined
let isLost = false
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Keeps the focus of those who use the keyboard. A button is disabled while its action runs, and then has the focus again. If what has the
 * focus is removed, with its row or its page, the heading of what it was in receives it.
 */
export function startKeepingFocus(): void {
  remember(document.activeElement)
  document.addEventListener('focusin', ({ target }) => remember(target as Element))
  document.addEventListener('pointerdown', ({ target }) => {
    if (!last?.element.contains(target as Node)) last = undefined
  })
  // While the form of a dialog is sent, Tab does not leave the dialog.
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Tab' && isLost && last?.isInLayer && last.element.matches(':disabled'))
      if (document.activeElement === document.body) event.preventDefault()
  })
  new MutationObserver(check).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  })
}

function remember(target: Element | null): void {
  isLost = false
  last =
    target instanceof HTMLElement && target !== document.body && target.matches(':focus-visible')
      ? { element: target, ancestors: ancestorsOf(target), isInLayer: target.closest(layers) !== null }
      : undefined
}

function check(): void {
  if (!last || (!isLost && last.element.isConnected && !last.element.matches(':disabled'))) return
  isLost = true
  clearTimeout(timer)
  timer = setTimeout(giveBack, last.isInLayer ? CLOSING_MS : PATIENCE_MS)
}

function giveBack(): void {
  if (!last || !isLost || document.activeElement !== document.body) return
  const { element, ancestors, isInLayer } = last
  if (element.isConnected) {
    if (!element.matches(':disabled')) element.focus({ preventScroll: true })
  } else if (!isInLayer && !document.querySelector('[role="dialog"]')) focusHeading(ancestors)
}
