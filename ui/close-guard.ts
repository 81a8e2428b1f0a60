import { back } from './back.ts'
import { hasTyped, trackSaved, trackInput } from './unsaved-input.ts'

const ROOT = '.mantine-Modal-root, .mantine-Drawer-root'
const CLOSE = '.mantine-Modal-close, .mantine-Drawer-close'
const OVERLAY = '.mantine-Modal-overlay, .mantine-Drawer-overlay'
/** Another page; a file that is saved and what opens in a tab of its own leave nothing. */
const LINK = 'a[href^="/"]:not([target], [download], [href^="/api/"])'
const LEAVES = `${CLOSE}, ${OVERLAY}, [data-leaves], ${LINK}`

const rootsOpen = (): Element[] =>
  [...document.querySelectorAll(ROOT)].filter((root) => root.querySelector('[role="dialog"]'))
/** A question is about the text of other dialogs. */
const isQuestion = (root: Element): boolean => root.hasAttribute('data-question')
const wouldLose = (root: Element): boolean =>
  !isQuestion(root) &&
  (root.matches('[data-typed], :has([data-typed])') ||
    hasTyped(root.querySelector('[role="dialog"]') ?? root))

/**
 * Every dialog and drawer is left the same way, by Escape, a press next to it, its close button, the button of its form that leads back
 * (`data-leaves`), a link in it, or Back in the browser: at once where nothing was typed, otherwise after asking. What closes it by itself, as a form
 * that was sent, asks no one. While its form is being sent it stays.
 */
export function startCloseGuard(): void {
  for (const type of ['focusin', 'pointerdown', 'keydown', 'input'])
    document.addEventListener(type, trackInput, { capture: true, passive: true })
  document.addEventListener('saved', trackSaved, { capture: true })
  back.hasTyped = () => hasTyped(document.body)
  // On the window, where the library listens too, but only while a dialog is open.
  window.addEventListener('click', onClick, { capture: true })
  window.addEventListener('keydown', onKey, { capture: true })
  back.history?.block({
    // The product's own navigation was already decided.
    blockerFn: async ({ action }) =>
      !/PUSH|REPLACE/.test(action) && rootsOpen().some(wouldLose) && !(await confirmDiscard()),
    enableBeforeUnload: () => rootsOpen().some(wouldLose),
  })
}

// Loaded when needed, so that pages, which share it, do not load the code of the first movement.
const confirmDiscard = async (): Promise<boolean> => (await import('./confirm-discard.ts')).confirmDiscard()

/**
 * A dialog that is sending, by its form or by the last of its buttons, stays: a refusal must reach the person who believes it is done. A
 * button alone loads something again.
 */
const isSending = (root: Element): boolean =>
  root.querySelector('[type=submit][data-loading], button ~ [data-loading]') !== null

function stay(event: Event): void {
  event.stopImmediatePropagation()
  event.preventDefault()
}

let isLeaving = false

async function askBefore(event: Event, leave: () => void): Promise<void> {
  stay(event)
  if (!(await confirmDiscard())) return
  isLeaving = true
  leave()
  isLeaving = false
}

function onClick(event: MouseEvent): void {
  const pressed = event.target instanceof Element && event.target.closest<HTMLElement>(LEAVES)
  const root = pressed && pressed.closest(ROOT)
  if (!root || isLeaving) return
  if (isSending(root) && !pressed.matches(LINK)) return stay(event)
  if (!wouldLose(root)) return
  if (pressed.matches(OVERLAY) && root.hasAttribute('data-stays')) return
  // In a new tab or window, the dialog stays.
  if (pressed.matches(LINK) && (event.ctrlKey || event.metaKey || event.shiftKey)) return
  void askBefore(event, () => pressed.click())
}

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return
  const target = event.target instanceof Element ? event.target : document.body
  // An open list in a field closes first.
  if (target.getAttribute('data-mantine-stop-propagation') === 'true') return
  const root = target.closest(ROOT) ?? rootsOpen().at(-1)
  const close = root?.querySelector<HTMLElement>(CLOSE)
  if (root && isSending(root)) return stay(event)
  if (root && close && wouldLose(root)) void askBefore(event, () => close.click())
}
