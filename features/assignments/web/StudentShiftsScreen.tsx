import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { todayHere } from '#core/plain-date.ts'
import { SavedViews } from '#features/saved-views/web/public.ts'
import { useSemesterScope } from '#features/semesters/web/public.ts'
import { exportHref } from '#platform/web/export-href.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { ExportMenu } from '#ui/ExportMenu.tsx'
import { Page } from '#ui/Page.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { isSwapOpen, splitByBlock, partsOf } from '../rules.ts'
import { MakeupsView } from './MakeupsView.tsx'
import { MineView } from './MineView.tsx'
import { OpenView } from './OpenView.tsx'
import { availableQuery, makeupsQuery, mineQuery, swapsQuery } from './queries.ts'
import { RefusalBanner } from './RefusalBanner.tsx'
import { RequestsView } from './RequestsView.tsx'
import { exportOf, type Part, type SearchChange, studentSearch } from './student-search.ts'
import { SwapsView } from './SwapsView.tsx'
import { useSeatActions } from './use-seat-actions.ts'
import { useNow } from '#ui/use-now.ts'

/** All of a student's shifts (Spec §2): own, open, requested, swapped and made up; the selected section is in the address. */
export function StudentShiftsScreen(): ReactNode {
  const search = studentSearch(useSearch({ from: '/_app/student/shifts' }))
  const setSearch = useSetSearch()
  const query = useQuery(mineQuery)
  const scope = useSemesterScope('all')
  const now = useNow()
  const { run, refusal, dismiss } = useSeatActions()
  const part = search.show ?? 'mine'
  const exported = exportOf(search, todayHere(), scope.id)
  const onSearch = (change: SearchChange) => setSearch({ ...search, ...change })
  return (
    <Page
      title="Shifts"
      actions={
        <>
          <SavedViews />
          <ExportMenu hrefOf={(format) => exportHref('/student/shifts/export', exported, format)} />
        </>
      }
      toolbar={
        <Parts
          part={part}
          now={now}
          onPart={(show) =>
            setSearch({ show: show === 'mine' ? undefined : show, semester: search.semester }, false)
          }
        />
      }
      query={query}
      skeleton={<Skeletons shape="cards" />}
      failedTitle="Your shifts couldn’t be loaded"
    >
      {(seats) => {
        const own = seats.filter(({ shift }) => !scope.id || shift.semester_id === scope.id)
        const view = { seats, now, search, onSearch }
        return (
          <>
            <RefusalBanner refusal={refusal} run={run} dismiss={dismiss} />
            {part === 'mine' && (
              <MineView
                {...view}
                seats={own}
                scope={scope}
                onAction={(action, seat) => void run(action, seat.shift, seat)}
              />
            )}
            {part === 'open' && <OpenView {...view} onAction={(action, shift) => void run(action, shift)} />}
            {part === 'requests' && (
              <RequestsView {...view} onAction={(action, seat) => void run(action, seat.shift, seat)} />
            )}
            {part === 'swaps' && <SwapsView {...view} />}
            {part === 'makeups' && <MakeupsView />}
          </>
        )
      }}
    </Page>
  )
}

function Parts({ part, now, onPart }: { part: Part; now: string; onPart: (part: Part) => void }): ReactNode {
  const { data: seats } = useQuery(mineQuery)
  const { data: open } = useQuery(availableQuery)
  const { data: swaps } = useQuery(swapsQuery)
  const { data: makeups } = useQuery(makeupsQuery)
  const counts = seats && partsOf(seats, now)
  return (
    <SegmentedFilter<Part>
      label="Part"
      value={part}
      options={[
        { value: 'mine', label: 'Mine', count: counts?.upcoming.length },
        { value: 'open', label: 'Open shifts', count: open && splitByBlock(open).available.length },
        {
          value: 'requests',
          label: 'Requests & waitlist',
          count: counts && counts.offers.length + counts.waiting.length,
        },
        {
          value: 'swaps',
          label: 'Swaps',
          count: swaps?.rows.filter(isSwapOpen).length,
        },
        {
          value: 'makeups',
          label: 'Make-ups',
          count: makeups?.rows.filter(({ status }) => status === 'open').length,
        },
      ]}
      onChange={onPart}
    />
  )
}
