import { back } from './back.ts'
import { hasTyped, noteSaved, noteTouch } from './typed.ts'

const ROOT = '.mantine-Modal-root, .mantine-Drawer-root'
const CLOSE = '.mantine-Modal-close, .mantine-Drawer-close'
const LEAVES = `${CLOSE}, .mantine-Modal-overlay, .mantine-Drawer-overlay, [data-leaves]`

const rootsOpen = (): Element[] =>
  [...document.querySelectorAll(ROOT)].filter((root) => root.querySelector('[role="dialog"]'))
/** A question is about the text of other dialogs. */
const isQuestion = (root: Element): boolean => root.hasAttribute('data-question')
const wouldLose = (root: Element): boolean =>
  !isQuestion(root) &&
  (root.hasAttribute('data-typed') || hasTyped(root.querySelector('[role="dialog"]') ?? root))

/**
 * Every dialog and drawer closes the same way, by Escape, a press outside, its close button, its form's cancel button (`data-leaves`), or
 * Back in the browser: at once if nothing was typed, otherwise after asking. Code that closes it, such as a form that was sent, does not
 * ask.
 */
export function startLeaving(): void {
  for (const type of ['focusin', 'pointerdown', 'keydown', 'input'])
    document.addEventListener(type, noteTouch, { capture: true, passive: true })
  document.addEventListener('saved', noteSaved, { capture: true })
  back.hasTyped = () => hasTyped(document.body)
  // On the window, where the library listens too, but only while a dialog is open.
  window.addEventListener('click', onClick, { capture: true })
  window.addEventListener('keydown', onKey, { capture: true })
  back.history?.block({
    // The product's own navigation was already decided.
    blockerFn: async ({ action }) =>
      !/PUSH|REPLACE/.test(action) && rootsOpen().some(wouldLose) && !(await mayDiscard()),
    enableBeforeUnload: () => rootsOpen().some(wouldLose),
  })
}

// Loaded when needed, so that pages, which share it, do not load the code of the first movement.
const mayDiscard = async (): Promise<boolean> => (await import('./leave.ts')).mayDiscard()

let isLeaving = false

async function askBefore(event: Event, leave: () => void): Promise<void> {
  event.stopImmediatePropagation()
  event.preventDefault()
  if (!(await mayDiscard())) return
  isLeaving = true
  leave()
  isLeaving = false
}

function onClick(event: MouseEvent): void {
  const pressed = event.target instanceof Element && event.target.closest<HTMLElement>(LEAVES)
  const root = pressed && pressed.closest(ROOT)
  if (!root || isLeaving || !wouldLose(root)) return
  const isBeside = !pressed.matches(`${CLOSE}, [data-leaves]`)
  if (isBeside && root.hasAttribute('data-stays')) return
  void askBefore(event, () => pressed.click())
}

function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return
  const target = event.target instanceof Element ? event.target : document.body
  // An open list in a field closes first.
  if (target.getAttribute('data-mantine-stop-propagation') === 'true') return
  const root = target.closest(ROOT) ?? rootsOpen().at(-1)
  const close = root?.querySelector<HTMLElement>(CLOSE)
  if (root && close && wouldLose(root)) void askBefore(event, () => close.click())
}
