import { IconGripVertical, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { moved } from '../rules.ts'
import classes from './RankList.module.css'

interface RankListProps {
  items: readonly { id: string; name: string; detail: ReactNode }[]
  isReadOnly: boolean
  onMove: (from: number, to: number) => void
  onRemove: (at: number) => void
}

type Drag = { id: string; from: number; to: number }

/** A ranked list: rows are moved by dragging their handle with a mouse or finger, or with the arrow keys on it. */
export function RankList({ items, isReadOnly, onMove, onRemove }: RankListProps): ReactNode {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<Drag>()
  const [said, setSaid] = useState('')
  const [focused, setFocused] = useState<{ button: string }>()
  const shown = drag ? moved(items, drag.from, drag.to) : items

  // A moved row keeps the focus on its handle; a removed row passes it to the row that takes its position.
  useEffect(() => {
    if (focused) list.current?.querySelector<HTMLElement>(focused.button)?.focus()
  }, [focused])

  // A long list scrolls with the dragged row.
  const target = drag?.to
  useEffect(() => {
    if (target !== undefined)
      list.current?.querySelector('[data-dragged]')?.scrollIntoView({ block: 'nearest' })
  }, [target])

  const move = (from: number, to: number) => {
    const item = items[from]
    if (!item || to < 0 || to >= items.length || from === to) return
    setFocused({ button: `[data-handle="${item.id}"]` })
    setSaid(`${item.name} is choice ${to + 1} of ${items.length}.`)
    onMove(from, to)
  }
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: items.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(at, to)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>, id: string, from: number) => {
    if (event.button !== 0) return
    // The list captures the pointer, because a moving row would lose it.
    list.current?.setPointerCapture(event.pointerId)
    setDrag({ id, from, to: from })
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!drag || !list.current) return
    // The position is the number of other rows whose middle is above the pointer.
    const others = [...list.current.children].filter((row) => row.getAttribute('data-row') !== drag.id)
    const to = others.filter((row) => {
      const { top, height } = row.getBoundingClientRect()
      return top + height / 2 < event.clientY
    }).length
    if (to !== drag.to) setDrag({ ...drag, to })
  }
  const onPointerUp = () => {
    if (!drag) return
    setDrag(undefined)
    move(drag.from, drag.to)
  }

  return (
    <>
      <ol
        ref={list}
        className={classes.list}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDrag(undefined)}
      >
        {shown.map((item, at) => (
          <li
            key={item.id}
            data-row={item.id}
            data-dragged={drag?.id === item.id || undefined}
            className={classes.row}
          >
            {!isReadOnly && (
              <button
                type="button"
                className={classes.handle}
                data-handle={item.id}
                aria-label={`Move ${item.name}, choice ${at + 1} of ${items.length}. Use the up and down arrow keys.`}
                onKeyDown={(event) => onKeyDown(event, at)}
                onPointerDown={(event) => onPointerDown(event, item.id, at)}
              >
                <IconGripVertical size={18} aria-hidden />
              </button>
            )}
            <span className={classes.rank} aria-hidden>
              {at + 1}
            </span>
            <div className={classes.words}>
              <strong>{item.name}</strong>
              {item.detail}
            </div>
            {!isReadOnly && (
              <button
                type="button"
                className={classes.remove}
                data-remove={item.id}
                aria-label={`Remove ${item.name}`}
                onClick={() => {
                  const neighbor = items[at + 1] ?? items[at - 1]
                  setFocused(neighbor && { button: `[data-remove="${neighbor.id}"]` })
                  setSaid(`${item.name} is no longer ranked.`)
                  onRemove(at)
                }}
              >
                <IconX size={18} aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ol>
      <output className={classes.said}>{said}</output>
    </>
  )
}
