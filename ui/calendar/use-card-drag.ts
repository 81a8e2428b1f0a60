import { type RefObject, useEffect, useRef } from 'react'
import type { PlainDate } from '#core/plain-date.ts'
import type { BoardCard } from './week-board.ts'

/** What a board says about a cell before a card is dropped there. */
export type Drops = {
  /** Why a card, or a copy of it, may not be dropped there; undefined if it may. */
  refusalOf: (card: BoardCard, rowId: string, day: PlainDate, isCopy: boolean) => string | undefined
  /** A warning if it may. */
  warningOf: Drops['refusalOf']
}

type CardDrag = {
  isOn: boolean
  /** The movable card with this id. */
  findCard: (id: string) => BoardCard | undefined
  refusalOf: Drops['refusalOf'] | undefined
  warningOf: Drops['warningOf'] | undefined
  move: (card: BoardCard, rowId: string, day: PlainDate) => Promise<string | undefined>
  /** If set, Alt or Ctrl makes a copy. */
  copy: CardDrag['move'] | undefined
}

/** How many pixels a press may move before it is a drag. */
const TREMBLE = 6
/** How near to an edge the board begins to scroll, and how far per frame. */
const EDGE = 48
const STEP = 14

/**
 * Drags cards with a mouse or pen by plain pointer events; a finger scrolls, and moves cards by "Move…". The dragged element is a copy that
 * React does not know, so that nothing is rendered while it moves; the cell below it says at once whether it accepts the card, and why not.
 * Escape cancels the drag.
 */
export function useCardDrag(board: HTMLElement | null, drag: CardDrag): void {
  const latest = useRef(drag)
  useEffect(() => {
    latest.current = drag
  })
  const { isOn } = drag
  useEffect(() => {
    if (!isOn || !board) return undefined
    const pressed = (event: PointerEvent) => {
      const source = (event.target as Element).closest<HTMLElement>('[data-card]')
      if (!source || event.button !== 0 || event.pointerType === 'touch') return
      if ((event.target as Element).closest('button')) return
      const card = latest.current.findCard(source.dataset['card'] ?? '')
      if (card) follow(board, source, card, event, latest)
    }
    board.addEventListener('pointerdown', pressed)
    return () => board.removeEventListener('pointerdown', pressed)
  }, [board, isOn])
}

function follow(
  board: HTMLElement,
  source: HTMLElement,
  card: BoardCard,
  from: PointerEvent,
  latest: RefObject<CardDrag>,
): void {
  let copy: HTMLElement | undefined
  let note: HTMLElement | undefined
  let cell: HTMLElement | undefined
  let at = { x: from.clientX, y: from.clientY }
  let isCopy = false
  let frame = 0
  const listening = new AbortController()
  const { signal } = listening

  const begin = () => {
    const box = source.getBoundingClientRect()
    copy = source.cloneNode(true) as HTMLElement
    copy.inert = true
    Object.assign(copy.style, {
      position: 'fixed',
      zIndex: '500',
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
      pointerEvents: 'none',
      opacity: '0.92',
    })
    note = document.createElement('div')
    note.dataset['note'] = ''
    copy.append(note)
    // Not next to the card: its row is transformed, and fixed elements in it would move along.
    document.body.append(copy)
    source.dataset['dragged'] = ''
    frame = requestAnimationFrame(scroll)
  }
  const say = () => {
    const { refusalOf, warningOf } = latest.current
    const [row, day] = [cell?.dataset['row'] ?? '', cell?.dataset['day'] ?? '']
    const refusal = cell && refusalOf?.(card, row, day, isCopy)
    const words = [
      !refusal && isCopy && 'Copy',
      refusal ?? (cell && warningOf?.(card, row, day, isCopy)),
    ].filter(Boolean)
    if (cell) cell.dataset['over'] = refusal ? 'refused' : 'taken'
    if (!note) return
    note.textContent = words.join(' · ')
    note.dataset['note'] = refusal ? 'refusal' : 'words'
  }
  // Alt or Ctrl, pressed or released at any moment of the drag, switches between move and copy.
  const keyed = (event: PointerEvent | KeyboardEvent) => {
    const wants = latest.current.copy !== undefined && (event.altKey || event.ctrlKey)
    if (wants === isCopy) return
    isCopy = wants
    say()
  }
  const look = () => {
    const below = document.elementFromPoint(at.x, at.y)?.closest<HTMLElement>('[data-day]')
    const next = below && board.contains(below) ? below : undefined
    if (next === cell) return
    if (cell) delete cell.dataset['over']
    cell = next
    say()
  }
  const scroll = () => {
    const box = board.getBoundingClientRect()
    const by = at.y < box.top + EDGE ? -STEP : at.y > box.bottom - EDGE ? STEP : 0
    const along = at.x < box.left + EDGE ? -STEP : at.x > box.right - EDGE ? STEP : 0
    if (by || along) {
      board.scrollBy(along, by)
      look()
    }
    frame = requestAnimationFrame(scroll)
  }
  const over = () => {
    listening.abort()
    cancelAnimationFrame(frame)
    copy?.remove()
    delete source.dataset['dragged']
    if (cell) delete cell.dataset['over']
  }

  document.addEventListener(
    'pointermove',
    (event) => {
      at = { x: event.clientX, y: event.clientY }
      const [x, y] = [at.x - from.clientX, at.y - from.clientY]
      if (!copy && Math.hypot(x, y) > TREMBLE) begin()
      if (!copy) return
      copy.style.transform = `translate(${x}px, ${y}px)`
      keyed(event)
      look()
    },
    { signal },
  )
  document.addEventListener(
    'pointerup',
    () => {
      const target = copy && cell
      const wasDragged = copy !== undefined
      over()
      // The press ends on a link, but it was not a click.
      if (wasDragged) {
        const stop = (event: Event) => {
          event.preventDefault()
          event.stopPropagation()
        }
        document.addEventListener('click', stop, { capture: true, once: true })
        setTimeout(() => document.removeEventListener('click', stop, { capture: true }))
      }
      const { move, copy: copyTo } = latest.current
      if (target)
        void (isCopy && copyTo ? copyTo : move)(card, target.dataset['row']!, target.dataset['day']!)
    },
    { signal },
  )
  document.addEventListener('pointercancel', over, { signal })
  document.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') over()
      else keyed(event)
    },
    { signal },
  )
  document.addEventListener('keyup', keyed, { signal })
}
