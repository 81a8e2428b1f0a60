import { IconCalendarHeart } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { addDays, todayHere } from '#core/plain-date.ts'
import { SavedViews } from '#features/saved-views/web/public.ts'
import { statusLabels } from '#features/shifts/rules.ts'
import { SemesterScopeSelect, useSemesterScope } from '#features/semesters/web/public.ts'
import { facilityLabel, seatsWords, shiftsFile } from '#features/shifts/web/public.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { ExportMenu } from '#ui/ExportMenu.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Page } from '#ui/Page.tsx'
import { PrintButton } from '#ui/PrintButton.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { TabRow } from '#ui/TabRow.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { eventOf } from './my-events.ts'
import { ownShiftsQuery, scheduleDays } from './proctor-shifts.ts'
import { OwnShift } from './ProctorNow.tsx'
import { ShiftWeeks } from './ShiftWeeks.tsx'
import { type StudentSearch, studentSearch } from './student-search.ts'

const EventCalendar = lazy(() =>
  import('#ui/calendar/EventCalendar.tsx').then((file) => ({ default: file.EventCalendar })),
)

type Shown = 'upcoming' | 'past' | 'calendar'

/** A proctor's own shifts, upcoming or past, as a list or a calendar; prints as shown. */
export function ProctorScheduleScreen(): ReactNode {
  const search = studentSearch(useSearch({ from: '/_app/proctor/schedule' }))
  const setSearch = useSetSearch()
  const shown: Shown = search.view ?? (search.when ? 'past' : 'upcoming')
  const scope = useSemesterScope('all')
  const days = { ...scheduleDays(search, todayHere(), scope.id), ...(scope.id && { semester_id: scope.id }) }
  const isPhone = useIsPhone()
  return (
    <Page
      title="Schedule"
      actions={
        <>
          <SavedViews />
          <ExportMenu hrefOf={(format) => shiftsFile({ mine: true, ...days }, format)} />
          <PrintButton />
        </>
      }
      toolbar={
        <TabRow>
          <SegmentedFilter<Shown>
            label="Show"
            value={shown}
            options={[
              { value: 'upcoming', label: 'Upcoming' },
              { value: 'past', label: 'Past' },
              { value: 'calendar', label: 'Calendar' },
            ]}
            onChange={(next) =>
              setSearch(
                {
                  semester: search.semester,
                  ...(next === 'calendar' && { view: next }),
                  ...(next === 'past' && { when: next }),
                },
                false,
              )
            }
          />
          <SemesterScopeSelect scope={scope} />
          {(!isPhone || shown === 'calendar') && (
            <LinkButton variant="default" href="/proctor/profile#calendar">
              Add to your calendar
            </LinkButton>
          )}
        </TabRow>
      }
    >
      {shown === 'calendar' ? (
        <OwnCalendar search={search} days={days} />
      ) : (
        <OwnList isPast={shown === 'past'} days={days} />
      )}
    </Page>
  )
}

type Days = ReturnType<typeof scheduleDays> & { semester_id?: string }

function OwnList({ isPast, days }: { isPast: boolean; days: Days }): ReactNode {
  const query = useQuery(ownShiftsQuery(days))
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="cards" />}
      failedTitle="Your shifts couldn’t be loaded"
      empty={{
        icon: IconCalendarHeart,
        title: isPast ? 'No past shifts' : 'No upcoming shifts',
        description: 'We’ll notify you when your school assigns you to a shift.',
      }}
    >
      {({ rows }) => (
        <ShiftWeeks
          label={isPast ? 'Past shifts' : 'Upcoming shifts'}
          rows={isPast ? rows.toReversed() : rows}
          dateOf={({ date }) => date}
          today={todayHere()}
        >
          {(row) => <OwnShift shift={row} />}
        </ShiftWeeks>
      )}
    </Loaded>
  )
}

function OwnCalendar({ search, days }: { search: StudentSearch; days: Days }): ReactNode {
  const setSearch = useSetSearch()
  const view = search.span ?? 'month'
  const date = search.on ?? todayHere()
  // A shift from the evening before may still be under way on the first day.
  const query = useQuery({
    ...ownShiftsQuery({ ...days, from: addDays(days.from!, -1) }),
    placeholderData: keepPreviousData,
  })
  if (query.isError && !query.data)
    return (
      <FailedState
        title="Your shifts couldn’t be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  return (
    <Suspense fallback={<Skeletons shape="table" />}>
      <EventCalendar
        label="shifts"
        events={query.data?.rows.map((row) => ({
          ...eventOf(row, { status: statusLabels[row.status] }),
          subtitle: `${facilityLabel(row)}, ${seatsWords(row)}`,
        }))}
        view={view}
        date={date}
        onShow={(next) =>
          setSearch({ semester: search.semester, view: 'calendar', span: next.view, on: next.date })
        }
      />
    </Suspense>
  )
}
