import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { formatDate, formatRange, type PlainDate, todayHere } from '#core/plain-date.ts'
import { lazyDialog } from '../lazy-dialog.tsx'
import { SegmentedFilter } from '../SegmentedFilter.tsx'
import { Skeletons } from '../Skeletons.tsx'
import { toast } from '../toast.ts'
import {
  type CalendarEvent,
  type CalendarView,
  calendarViews,
  dayOf,
  daysShown,
  movedTo,
  nextStart,
  type OnMove,
  type Shown,
  visibleEvents,
} from './event.ts'
import { useIsPhone } from '../use-is-phone.ts'
import { usePrinting } from '../use-printing.ts'
import { CalendarPrintTable } from './CalendarPrintTable.tsx'
import { StepButtons } from './DaySteps.tsx'
import classes from './EventCalendar.module.css'

const CalendarGrid = lazy(() => import('./CalendarGrid.tsx').then((file) => ({ default: file.CalendarGrid })))
const EventDialog = lazyDialog(() => import('./EventDialog.tsx').then((file) => file.EventDialog), {
  event: undefined,
})

interface EventCalendarProps {
  /** What it shows, for assistive technology and the count: "shifts". */
  label: string
  /** At least those of the days shown; see daysShown. */
  events: readonly CalendarEvent[] | undefined
  view: CalendarView
  /** Any day that is shown; both are kept in the address. */
  date: PlainDate
  onShow: (shown: { view: CalendarView; date: PlainDate }) => void
  /** The current day in the reader's time zone. */
  today?: PlainDate
  /** If set, movable events are moved by dragging or by "Move…"; it resolves with the reason if an event cannot be moved. */
  onMove?: OnMove
  /** If set, "Move…" also puts a copy on another day. */
  onCopy?: OnMove
  /** The next step if nothing is shown: a sentence or a button. */
  empty?: ReactNode
  /** What the colors mean, between the count and the days. */
  legend?: ReactNode
}

const viewLabels: Record<CalendarView, string> = { month: 'Month', week: 'Week', day: 'Day', list: 'List' }
/**
 * Events as a month, a week, a day or a list; on a phone as a day or a list. Its height is always the same, and everything in it can be
 * reached by keyboard. The grid's code is loaded when the first calendar is rendered.
 */
export function EventCalendar(props: EventCalendarProps) {
  const { label, events, view, date, onShow, onMove, onCopy, empty, legend } = props
  const today = props.today ?? todayHere()
  const isPhone = useIsPhone()
  const isPrinting = usePrinting()
  const rendered = isPhone && view !== 'day' ? 'list' : view
  const shown = useMemo(() => visibleEvents(events ?? [], rendered, date), [events, rendered, date])
  const [opened, setOpened] = useState<CalendarEvent>()
  const move: OnMove = async (to) => {
    const refusal = await onMove?.(to)
    if (refusal) toast.warning('We couldn’t move it', refusal)
    return refusal
  }
  const copy: OnMove = async (to) => {
    const refusal = await onCopy?.(to)
    if (refusal) toast.warning('We couldn’t copy it', refusal)
    return refusal
  }
  const views = isPhone ? (['day', 'list'] as const) : calendarViews
  return (
    <section className={classes.root} aria-label={label} aria-busy={!events}>
      <div className={classes.bar}>
        <div className={classes.steps}>
          <StepButtons
            now="Today"
            word={rendered === 'list' ? 'month' : rendered}
            onNow={() => onShow({ view, date: today })}
            onStep={(step) => onShow({ view, date: nextStart(rendered, date, step) })}
          />
        </div>
        <h2 className={classes.title} aria-live="polite">
          {titleOf(rendered, date)}
        </h2>
        <SegmentedFilter
          label="View"
          value={rendered}
          options={views.map((value) => ({ value, label: viewLabels[value] }))}
          onChange={(value) => onShow({ view: value, date })}
        />
      </div>
      <output className={classes.count}>
        {events === undefined
          ? 'Loading…'
          : shown.total > 0
            ? countOf(shown, isPrinting ? 'month' : rendered, label)
            : (empty ?? `No ${label} on these days`)}
      </output>
      {legend}
      <div className={classes.grid} data-view={rendered}>
        {isPrinting ? (
          <CalendarPrintTable label={label} events={events ?? []} view={rendered} date={date} />
        ) : (
          <Suspense fallback={<Skeletons shape="table" />}>
            <CalendarGrid
              label={label}
              shown={shown}
              view={rendered}
              date={date}
              today={today}
              onDay={(day) => onShow({ view: 'day', date: day })}
              onOpen={setOpened}
              onMove={onMove && move}
            />
          </Suspense>
        )}
      </div>
      <EventDialog
        event={opened}
        onClose={() => setOpened(undefined)}
        onMove={async (day) =>
          opened && day !== dayOf(opened.start) ? move(movedTo(opened, day)) : undefined
        }
        onCopy={onCopy && (async (day) => (opened ? copy(movedTo(opened, day)) : undefined))}
      />
    </section>
  )
}

/** How many events there are; a list that is cut says so, and what to do. */
function countOf({ events, total, more }: Shown, view: CalendarView, label: string): string {
  const all = `${formatNumber(total)} ${label}`
  return view === 'list' && more.size > 0
    ? `${all}, ${formatNumber(events.length)} of them below. Filter, or choose a day.`
    : all
}

function titleOf(view: CalendarView, date: PlainDate): string {
  const { start, end } = daysShown(view, date)
  if (view === 'day') return formatDate(date, 'full')
  if (view === 'week') return formatRange(start, end)
  return formatDate(start, 'month')
}
