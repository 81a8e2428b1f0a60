import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import FullCalendar, { type EventDisplayInfo, type EventInput } from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import list from '@fullcalendar/react/list'
import theme from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import { type ReactNode, useMemo } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import { timeFormat } from '#core/time-format.ts'
import { useNavigateTo } from '../Link.tsx'
import { type CalendarEvent, type CalendarView, dayOf, daysShown, type OnMove, type Shown } from './event.ts'
import { EventSummary } from './EventSummary.tsx'
import classes from './CalendarGrid.module.css'

interface CalendarGridProps {
  label: string
  shown: Shown
  view: CalendarView
  date: PlainDate
  today: PlainDate
  onDay: (day: PlainDate) => void
  /** Called for a movable event; every other event opens its page at once. */
  onOpen: (event: CalendarEvent) => void
  onMove: OnMove | undefined
}

const plugins = [dayGrid, timeGrid, list, interaction, theme]
const views = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay', list: 'listMonth' } as const

/** FullCalendar in the kit's design: it only renders, and its callers make all decisions. */
export function CalendarGrid(props: CalendarGridProps): ReactNode {
  const { label, shown, view, date, today, onDay, onOpen, onMove } = props
  const navigate = useNavigateTo()
  const mayMove = onMove !== undefined
  const events = useMemo(
    () => [
      ...shown.events.map((event) => inputOf(event, mayMove, view)),
      ...(view === 'list' ? [] : [...shown.more].map(restOf)),
    ],
    [shown, mayMove, view],
  )
  return (
    <div className={classes.calendar}>
      <FullCalendar
        // Other days are a new calendar, rendered once: an updated one would first render the new events in the old days.
        key={`${view} ${daysShown(view, date).start}`}
        plugins={plugins}
        initialView={views[view]}
        initialDate={date}
        headerToolbar={false}
        // Local times: no zone shifts them, and the night of a clock change is as long as any other.
        timeZone="UTC"
        now={today}
        events={events}
        eventDisplay="block"
        eventOrder="start,-isRest,title"
        eventContent={contentOf}
        eventInteractive
        height={view === 'week' || view === 'day' ? 760 : 'auto'}
        firstDay={0}
        fixedWeekCount
        displayEventTime={false}
        eventMaxStack={3}
        moreLinkClick={({ date: day }) => onDay(day.toISOString().slice(0, 10))}
        expandRows
        allDaySlot={false}
        slotDuration="01:00:00"
        slotHeaderFormat={
          timeFormat() === '24h'
            ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
            : { hour: 'numeric', hourCycle: 'h12' }
        }
        scrollTime="06:00:00"
        slotEventOverlap={false}
        nowIndicator={false}
        // Its aria-label would hide the visible text from people who use voice control: "Sun 1".
        dayHeaderDidMount={({ el }) => {
          for (const named of [el, ...el.querySelectorAll('[aria-label]')])
            named.removeAttribute('aria-label')
        }}
        navLinks
        navLinkDayClick={(day) => onDay(day.toISOString().slice(0, 10))}
        noEventsContent={`No ${label} on these days`}
        eventStartEditable={mayMove}
        eventDurationEditable={false}
        eventClick={({ event, jsEvent }) => {
          const known = event.extendedProps['of'] as CalendarEvent | undefined
          if (jsEvent.ctrlKey || jsEvent.metaKey || jsEvent.shiftKey) return
          jsEvent.preventDefault()
          if (!known) onDay(event.startStr.slice(0, 10))
          else if (known.isMovable && onMove) onOpen(known)
          else if (known.href) navigate(known.href)
        }}
        eventDrop={({ event, revert }) => {
          const [start, end] = [event.startStr.slice(0, 16), event.endStr.slice(0, 16)]
          void onMove?.({ id: event.id, start, end }).then((refusal) => refusal && revert())
        }}
      />
    </div>
  )
}

function inputOf(event: CalendarEvent, mayMove: boolean, view: CalendarView): EventInput {
  const hue = event.hue ?? 'evergreen'
  const day = dayOf(event.start)
  // A list shows a night once, on the day it begins.
  const isCut = view === 'list' && dayOf(event.end) > day
  return {
    id: event.id,
    title: event.title,
    start: event.start,
    end: isCut ? `${day}T23:59` : event.end,
    ...(event.href && { url: event.href }),
    startEditable: mayMove && event.isMovable === true,
    // In a list, only the dot has the color, and the tint would be invisible on a dark ground.
    color: `var(--pw-${hue}-${view === 'list' ? 'solid' : 'tint'})`,
    contrastColor: `var(--pw-${hue}-ink)`,
    extendedProps: { of: event, hue },
  }
}

/** An event that stands for those a day has no room for, and links to that day. */
function restOf([day, count]: [PlainDate, number]): EventInput {
  return {
    id: `rest of ${day}`,
    title: `${formatNumber(count)} more`,
    start: `${day}T23:59`,
    end: `${addDays(day, 1)}T00:00`,
    startEditable: false,
    color: 'transparent',
    contrastColor: 'var(--pw-text)',
    extendedProps: { isRest: true },
  }
}

function contentOf({ event }: EventDisplayInfo): ReactNode {
  const known = event.extendedProps['of'] as CalendarEvent | undefined
  if (!known) return <span className={classes.rest}>{event.title}</span>
  return (
    <span
      className={classes.event}
      style={{ '--hue': `var(--pw-${String(event.extendedProps['hue'])}-solid)` } as React.CSSProperties}
    >
      <EventSummary event={known} />
    </span>
  )
}
