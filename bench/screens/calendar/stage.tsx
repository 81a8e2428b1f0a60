/** The calendar and the week board with made-up shifts, for journeys and measurements: ?part=board&shifts=10000. */
import '#ui/styles.css'
import { StrictMode, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { addDays, weekdayOf } from '#core/plain-date.ts'
import { type CalendarView, weekStart } from '#ui/calendar/event.ts'
import { EventCalendar } from '#ui/calendar/EventCalendar.tsx'
import { huesOf } from '#ui/calendar/hues.ts'
import type { BoardCard } from '#ui/calendar/week-board.ts'
import { WeekBoard } from '#ui/calendar/WeekBoard.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { MantineScope } from '#ui/MantineScope.tsx'
import { Page } from '#ui/Page.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { UiProvider } from '#ui/UiProvider.tsx'

const TODAY = '2026-03-04'
const asked = new URLSearchParams(location.search)
const count = Number(asked.get('shifts') ?? 60)
const units = Number(asked.get('units') ?? (count > 1_000 ? 200 : 6))
const schools = ['Aspen College', 'Birch College', 'Cedar University', 'Dogwood College', 'Elm University']
const hues = huesOf(schools)
const first = weekStart(TODAY)
const days = Array.from({ length: 7 }, (_, at) => addDays(first, at))
const rows = Array.from({ length: units }, (_, at) => ({
  id: `unit ${at}`,
  name: `${at + 1} West`,
  above: 'Harborview',
}))

/** The same shifts every time: every third is a night, every tenth is canceled. */
const invented: BoardCard[] = Array.from({ length: count }, (_, at) => {
  const school = schools[at % schools.length]!
  const day = days[(at * 3) % 7]!
  const isNight = at % 3 === 2
  return {
    id: `shift ${at}`,
    rowId: rows[(at * 7) % units]!.id,
    start: `${day}T${isNight ? '19:00' : '07:00'}`,
    end: `${isNight ? addDays(day, 1) : day}T${isNight ? '07:00' : '15:00'}`,
    zone: 'CST',
    title: `Shift ${at}`,
    subtitle: school,
    hue: hues.get(school)!,
    href: `/shift/${at}`,
    isMovable: true,
    ...(at % 10 === 9 && { status: 'Cancelled', isOff: true }),
  }
})

const CLOSED = 'The unit is closed on Saturdays.'
const isClosed = (day: string): boolean => weekdayOf(day) === 6

function Stage() {
  const [cards, setCards] = useState(invented)
  const [q, setQ] = useState('')
  const [shown, setShown] = useState({
    view: (asked.get('view') ?? 'month') as CalendarView,
    date: asked.get('date') ?? TODAY,
  })
  const found = useMemo(
    () => (q ? cards.filter(({ title, subtitle }) => `${title} ${subtitle}`.includes(q)) : cards),
    [cards, q],
  )
  const move = async ({ id, ...to }: { id: string; start: string; end: string; rowId?: string }) => {
    if (isClosed(to.start.slice(0, 10))) return CLOSED
    setCards((all) => all.map((card) => (card.id === id ? { ...card, ...to } : card)))
    return undefined
  }
  return (
    <Page title="Shifts" width="wide">
      <FilterBar>
        <SearchField label="Search shifts" value={q} onChange={setQ} />
      </FilterBar>
      {asked.get('part') === 'board' ? (
        <WeekBoard
          label="Shifts by unit"
          rows={rows}
          days={days}
          cards={found}
          today={TODAY}
          refusalOf={(_card, _row, day) => (isClosed(day) ? CLOSED : undefined)}
          onMove={move}
        />
      ) : (
        <EventCalendar
          label="shifts"
          events={asked.has('loading') ? undefined : found}
          {...shown}
          today={TODAY}
          onShow={setShown}
          onMove={move}
        />
      )}
    </Page>
  )
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <UiProvider>
      <MantineScope>
        <main>
          <Stage />
        </main>
      </MantineScope>
    </UiProvider>
  </StrictMode>,
)
