/** How far from the right and the bottom of the window. */
export type Offset = { right: number; bottom: number }
export type Box = { left: number; top: number; right: number; bottom: number }
type Size = { width: number; height: number }
type Sight = {
  window: Size
  /** Of the messages together. */
  size: Size
  /** What can be pressed now. */
  targets: readonly Box[]
}

const STEP = 12
/** A message stays where it is for less than this much of a target, so that it does not wander. */
const WORTH_A_MOVE = 0.1

/**
 * Where messages cover nothing that can be pressed, or the least: at the bottom right, else as near to it as there is room. They stay
 * where they are unless another corner is worth the move.
 */
export function offsetFor(sight: Sight, edge: number, now?: Offset): Offset {
  let best: Offset = { right: edge, bottom: edge }
  let least = covered(sight, best)
  let nearest = 0
  for (const right of rightsOf(sight, edge))
    for (let bottom = edge; bottom <= sight.window.height - sight.size.height - edge; bottom += STEP) {
      const offset = { right, bottom }
      const much = covered(sight, offset)
      const far = bottom - edge + (right - edge)
      if (much < least - 0.01 || (much < least + 0.01 && far < nearest)) {
        best = offset
        least = much
        nearest = far
      }
    }
  return now && covered(sight, now) <= least + WORTH_A_MOVE ? now : best
}

/** At the right, in the middle and at the left, as far as the window is wide enough for more than one. */
function rightsOf({ window, size }: Sight, edge: number): number[] {
  const room = window.width - size.width - 2 * edge
  return room < size.width / 2 ? [edge] : [edge, edge + room / 2, edge + room]
}

/** How much of the targets messages would cover: each counts by the part of it that they do. */
function covered({ window, size, targets }: Sight, { right, bottom }: Offset): number {
  const box = { right: window.width - right, bottom: window.height - bottom }
  const left = box.right - size.width
  const top = box.bottom - size.height
  let sum = 0
  for (const one of targets) {
    const width = Math.min(one.right, box.right) - Math.max(one.left, left)
    const height = Math.min(one.bottom, box.bottom) - Math.max(one.top, top)
    if (width > 0 && height > 0)
      sum += (width * height) / Math.max(1, (one.right - one.left) * (one.bottom - one.top))
  }
  return sum
}

const PRESSED =
  'a[href],button:enabled,input:enabled,select:enabled,textarea:enabled,summary,[role=button],[role=tab],[role=option],[role=menuitem]'

/** What can be pressed on the page now: in the dialog that is open over it, if there is one; and as much of it as is in view. */
export function targetsOn(page: Document): Box[] {
  const dialog = [...page.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1)
  const views = new Map<Element, Box>()
  return [...(dialog ?? page).querySelectorAll(PRESSED)].flatMap((one) => {
    if (one.closest('[data-sonner-toaster]')) return []
    const box = overlap(one.getBoundingClientRect(), viewOf(one.parentElement, views))
    return box.right - box.left > 1 && box.bottom - box.top > 1 ? [box] : []
  })
}

const overlap = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
})

/** How much of what is in an element can be seen: what scrolls shows a part. */
function viewOf(element: Element | null, views: Map<Element, Box>): Box {
  if (!element) return { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  const known = views.get(element)
  if (known) return known
  const above = viewOf(element.parentElement, views)
  const isOpen = element === document.body || getComputedStyle(element).overflow === 'visible'
  const view = isOpen ? above : overlap(above, element.getBoundingClientRect())
  views.set(element, view)
  return view
}
