import { Modal } from '@mantine/core'
import { memo, type ReactNode, useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { EmptyState } from '../EmptyState.tsx'
import { Link } from '../Link.tsx'
import { Skeletons } from '../Skeletons.tsx'
import { toast } from '../toast.ts'
import { usePrinting } from '../use-printing.ts'
import { dayOf, formatHours, movedTo } from './event.ts'
import { EventSummary } from './EventSummary.tsx'
import { MoveForm } from './MoveForm.tsx'
import { type Drops, useCardDrag } from './use-card-drag.ts'
import {
  type BoardCard,
  type BoardRow,
  cellsOf,
  type Cells,
  NOTE_HEIGHT,
  stepTowardVisible,
  rowsWithin,
  rowOffsets,
  type Window,
} from './week-board.ts'
import classes from './WeekBoard.module.css'

/** Where a card was moved to. */
export type BoardMove = { id: string; rowId: string; start: string; end: string }

interface WeekBoardProps {
  /** What it shows, for assistive technology: "Shifts by unit, Mar 8 – 14, 2026". */
  label: string
  rows: readonly BoardRow[]
  /** The days of a week in their order, or one day. */
  days: readonly PlainDate[]
  cards: readonly BoardCard[] | undefined
  today?: PlainDate
  /** What a row is called: "Unit". */
  rowWord?: string
  /** Why a card may not be dropped there, known before it is dropped; undefined if it may. */
  refusalOf?: Drops['refusalOf']
  /** A warning if it may: a holiday, a unit that is full. */
  warningOf?: Drops['warningOf']
  /** If set, movable cards are dragged, or moved by "Move…"; resolves with the reason if a card cannot be moved. */
  onMove?: (move: BoardMove) => Promise<string | undefined>
  /** If set, movable cards can be copied too: dragged with Alt or Ctrl, or by "Copy here". */
  onCopy?: (move: BoardMove) => Promise<string | undefined>
  /** How full a row's day is: a line below its cards, highlighted if it needs attention. */
  noteOf?: (rowId: string, day: PlainDate) => BoardNote | undefined
  /** Shown if there are no rows. */
  empty?: ReactNode
}
export type BoardNote = { text: string; isWarning?: boolean }

/**
 * Rows by days with a card for each shift. Only the visible part is rendered, so that 200 units with 10,000 shifts scroll smoothly; for
 * printing it is rendered completely. Headings stay visible. Everything a drag does, "Move…" on each card does too.
 */
export function WeekBoard(props: WeekBoardProps) {
  const { label, rows, days, cards, today, rowWord = 'Unit', noteOf, empty } = props
  const { refusalOf, warningOf, onMove, onCopy } = props
  const [scroller, attach] = useState<HTMLElement | null>(null)
  const cells = useMemo(() => cellsOf(cards ?? [], days), [cards, days])
  const note = noteOf ? NOTE_HEIGHT : 0
  const tops = useMemo(() => rowOffsets(rows, cells, note), [rows, cells, note])
  const { first, end } = useWindow(scroller, tops)
  const [moving, setMoving] = useState<BoardCard>()

  const moveTo = useCallback(
    async (card: BoardCard, rowId: string, day: PlainDate, isCopy: boolean): Promise<string | undefined> => {
      const [act, word] = isCopy ? [onCopy, 'copy'] : [onMove, 'move']
      const refusal = refusalOf?.(card, rowId, day, isCopy) ?? (await act?.({ ...movedTo(card, day), rowId }))
      if (refusal) toast.warning(`We couldn’t ${word} it`, refusal)
      return refusal
    },
    [refusalOf, onMove, onCopy],
  )
  const move = useCallback(
    async (card: BoardCard, rowId: string, day: PlainDate) =>
      rowId === card.rowId && day === dayOf(card.start) ? undefined : moveTo(card, rowId, day, false),
    [moveTo],
  )
  const copy = useCallback(
    async (card: BoardCard, rowId: string, day: PlainDate) => moveTo(card, rowId, day, true),
    [moveTo],
  )
  const isMovable = onMove !== undefined
  const findCard = useCallback(
    (id: string) => cards?.find((card) => card.id === id && card.isMovable),
    [cards],
  )
  useCardDrag(scroller, { isOn: isMovable, findCard, refusalOf, warningOf, move, copy: onCopy && copy })

  if (!cards) return <Skeletons shape="table" />
  if (rows.length === 0)
    return <EmptyState compact title={`No ${rowWord.toLowerCase()} to show`} description={empty} />
  return (
    <div className={classes.root}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard */}
      <section className={classes.scroller} ref={attach} tabIndex={0} aria-label={label}>
        <table
          aria-rowcount={rows.length + 1}
          className={classes.table}
          data-one-day={days.length === 1 || undefined}
          style={{ '--days': days.length } as React.CSSProperties}
        >
          <thead>
            <tr aria-rowindex={1} className={classes.head}>
              <th scope="col" className={classes.corner}>
                {rowWord}
              </th>
              {days.map((day) => (
                <th scope="col" key={day} className={classes.day} data-today={day === today || undefined}>
                  {formatDate(day, 'weekday').replace(/, \d{4}$/, '')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody style={{ height: tops.at(-1) }} className={classes.body}>
            {rows.slice(first, end).map((row, offset) => (
              <Row
                key={row.id}
                row={row}
                index={first + offset}
                top={tops[first + offset]!}
                height={tops[first + offset + 1]! - tops[first + offset]!}
                days={days}
                cells={cells.get(row.id)}
                onMove={isMovable ? setMoving : undefined}
                noteOf={noteOf}
              />
            ))}
          </tbody>
        </table>
      </section>
      <Modal
        opened={moving !== undefined}
        onClose={() => setMoving(undefined)}
        title={moving ? `Move ${moving.title}` : ''}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {moving && (
          <MoveForm
            day={dayOf(moving.start)}
            row={moving.rowId}
            rows={rows.map(({ id, name, above }) => ({
              value: id,
              label: above ? `${name}, ${above}` : name,
            }))}
            onMove={({ day, row: to }) => move(moving, to, day)}
            warningOf={({ day, row: to }) => warningOf?.(moving, to, day, false)}
            {...(onCopy && { onCopy: ({ day, row: to }) => copy(moving, to, day) })}
            onDone={() => setMoving(undefined)}
            onCancel={() => setMoving(undefined)}
          />
        )}
      </Modal>
    </div>
  )
}

type RowProps = {
  row: BoardRow
  index: number
  top: number
  height: number
  days: readonly PlainDate[]
  cells: Cells extends ReadonlyMap<string, infer Row> ? Row | undefined : never
  onMove: ((card: BoardCard) => void) | undefined
  noteOf: WeekBoardProps['noteOf'] | undefined
}

const Row = memo(function Row({ row, index, top, height, days, cells, onMove, noteOf }: RowProps) {
  const where = days.map((day) => `${row.name}, ${formatDate(day, 'weekday')}`)
  return (
    <tr
      aria-rowindex={index + 2}
      className={classes.row}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <th scope="row" className={classes.name}>
        {row.name}
        {row.above && <span className={classes.above}>{row.above}</span>}
      </th>
      {days.map((day, at) => (
        <td key={day} className={classes.cell} data-row={row.id} data-day={day}>
          {cells?.[at]?.map((card) => (
            <Card key={card.id} card={card} where={where[at]!} onMove={card.isMovable ? onMove : undefined} />
          ))}
          {noteOf && <Note note={noteOf(row.id, day)} />}
        </td>
      ))}
    </tr>
  )
})

function Note({ note }: { note: BoardNote | undefined }): ReactNode {
  return (
    note && (
      <p className={classes.note} data-warning={note.isWarning || undefined}>
        {note.text}
      </p>
    )
  )
}

type CardProps = {
  card: BoardCard
  /** Its row and day, which distinguish it from others with the same title. */
  where: string
  onMove: RowProps['onMove']
}

const Card = memo(function Card({ card, where, onMove }: CardProps) {
  const hue = card.hue ?? 'evergreen'
  return (
    <div
      className={classes.card}
      data-card={onMove ? card.id : undefined}
      style={
        {
          '--tint': `var(--pw-${hue}-tint)`,
          '--ink': `var(--pw-${hue}-ink)`,
          '--mark': `var(--pw-${hue}-solid)`,
        } as React.CSSProperties
      }
    >
      {card.href ? (
        <Link href={card.href} className={classes.link} draggable={false}>
          <EventSummary event={card} />
        </Link>
      ) : (
        <div className={classes.link}>
          <EventSummary event={card} />
        </div>
      )}
      {onMove && (
        <button
          type="button"
          className={classes.move}
          aria-label={`Move ${card.title}, ${where}, ${formatHours(card)}…`}
          onClick={() => onMove(card)}
        />
      )}
    </div>
  )
})

/** The rows to render, which follow the visible ones by one row per frame; all of them while the page is printed. */
function useWindow(scroller: HTMLElement | null, tops: readonly number[]): Window {
  const [shown, setShown] = useState(() => rowsWithin(tops, 0, 900))
  const isPrinting = usePrinting()
  useLayoutEffect(() => {
    if (!scroller) return undefined
    const seen = () => rowsWithin(tops, scroller.scrollTop, scroller.clientHeight)
    let rendered = seen()
    let frame = 0
    const show = () => setShown((before) => (isSame(before, rendered) ? before : rendered))
    show()
    // Most steps of a scroll show the same rows, so nothing is rendered again.
    const look = () => {
      cancelAnimationFrame(frame)
      const next = seen()
      if (isSame(rendered, next)) return
      rendered = stepTowardVisible(rendered, next)
      show()
      if (!isSame(rendered, next)) frame = requestAnimationFrame(look)
    }
    scroller.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(scroller)
    return () => {
      cancelAnimationFrame(frame)
      scroller.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [scroller, tops])
  return isPrinting ? { first: 0, end: tops.length - 1 } : shown
}

const isSame = (one: Window, other: Window): boolean => one.first === other.first && one.end === other.end
