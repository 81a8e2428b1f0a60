import { IconCalendarHeart } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { todayHere } from '#core/plain-date.ts'
import { type SemesterScope, SemesterScopeSelect } from '#features/semesters/web/public.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PrintButton } from '#ui/PrintButton.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { TabRow } from '#ui/TabRow.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import type { MySeat } from '../contract.ts'
import { type SeatAction, partsOf, seatsOf, seatLabels } from '../rules.ts'
import { eventOf } from './my-events.ts'
import { SeatCard } from './SeatCard.tsx'
import { useNotCleared } from './SeatNotes.tsx'
import { ShiftWeeks } from './ShiftWeeks.tsx'
import type { SearchChange, StudentSearch } from './student-search.ts'

const EventCalendar = lazy(() =>
  import('#ui/calendar/EventCalendar.tsx').then((file) => ({ default: file.EventCalendar })),
)

type MineViewProps = {
  /** The seats of the selected semester. */
  seats: readonly MySeat[]
  scope: SemesterScope
  now: string
  search: StudentSearch
  onSearch: (change: SearchChange) => void
  onAction: (action: SeatAction, seat: MySeat) => void
}

const HOUR_MS = 3_600_000

/** A student's own shifts, upcoming and past, as a list or a calendar. */
export function MineView({ seats, scope, now, search, onSearch, onAction }: MineViewProps): ReactNode {
  const { upcoming, past } = partsOf(seats, now)
  const isPast = search.when === 'past'
  const isPhone = useIsPhone()
  const shown = isPast ? past : upcoming
  // The worker computes the clearance of a new seat only some time later.
  const lacks = useNotCleared(
    upcoming.flatMap(({ asked_at: at, shift }) => (Date.parse(at) > Date.parse(now) - HOUR_MS ? shift : [])),
  )
  return (
    <>
      <TabRow>
        {search.view !== 'calendar' && (
          <SegmentedFilter
            label="When"
            value={isPast ? 'past' : 'upcoming'}
            options={[
              { value: 'upcoming', label: 'Upcoming', count: upcoming.length },
              { value: 'past', label: 'Ended', count: past.length },
            ]}
            onChange={(when) => onSearch({ when: when === 'past' ? 'past' : undefined })}
          />
        )}
        <SegmentedFilter
          label="View"
          value={search.view ?? 'list'}
          options={[
            { value: 'list', label: 'List' },
            { value: 'calendar', label: 'Calendar' },
          ]}
          onChange={(view) => onSearch({ view: view === 'calendar' ? view : undefined, when: undefined })}
        />
        <SemesterScopeSelect scope={scope} />
        {/* On a phone the shifts come first, so this is shown only with the calendar. */}
        {(!isPhone || search.view === 'calendar') && (
          <>
            <LinkButton variant="default" href="/student/profile#calendar">
              Add to your calendar
            </LinkButton>
            <PrintButton />
          </>
        )}
      </TabRow>
      {search.view === 'calendar' ? (
        <Suspense fallback={<Skeletons shape="table" />}>
          <EventCalendar
            label="shifts"
            events={seatsOf('calendar', seats, now).map(({ shift, status, is_not_cleared: isOut }) =>
              eventOf(shift, lookOf(status, isOut)),
            )}
            view={search.span ?? 'month'}
            date={search.on ?? todayHere()}
            onShow={({ view, date }) => onSearch({ span: view, on: date })}
          />
        </Suspense>
      ) : shown.length === 0 ? (
        <EmptyState
          icon={IconCalendarHeart}
          title={isPast ? 'No past shifts' : 'No upcoming shifts'}
          description={
            isPast
              ? 'Past shifts, seats you no longer have and decided requests appear here.'
              : 'Take an open shift, or wait for your school to assign one.'
          }
          {...(!isPast && {
            action: <LinkButton href="/student/shifts?show=open">See open shifts</LinkButton>,
          })}
        />
      ) : (
        <ShiftWeeks
          label={isPast ? 'Ended shifts' : 'Upcoming shifts'}
          rows={shown}
          dateOf={({ shift }) => shift.date}
          today={todayHere()}
        >
          {(seat) => (
            <SeatCard
              seat={{ ...seat, is_not_cleared: seat.is_not_cleared || lacks(seat.shift.id) }}
              now={now}
              {...(!isPast && { onAction })}
            />
          )}
        </ShiftWeeks>
      )}
    </>
  )
}

/** The color and label of a seat in the calendar: an offer, or something missing. */
function lookOf(status: MySeat['status'], isOut = false): { hue?: 'blue' | 'orange'; status?: string } {
  if (status === 'offered') return { hue: 'blue', status: seatLabels.offered }
  return isOut ? { hue: 'orange', status: 'Not cleared' } : {}
}
