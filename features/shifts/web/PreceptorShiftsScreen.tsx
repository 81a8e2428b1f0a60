import { IconCalendarOff } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addDays, todayHere } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { Banner } from '#ui/Banner.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { Page } from '#ui/Page.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { useShifts } from './queries.ts'
import { ShiftTable } from './ShiftTable.tsx'

const PAGE_SIZE = 25
const options = [
  { value: 'coming', label: 'Today and upcoming' },
  { value: 'past', label: 'Past' },
] as const

/** The shifts that a preceptor leads; each links to its page, where attendance is recorded. */
export function PreceptorShiftsScreen(): ReactNode {
  const me = useMe()
  const search = useSearch({ from: '/_app/preceptor/shifts' })
  const setSearch = useSetSearch()
  const show = choiceParam(search.show, ['coming', 'past']) ?? 'coming'
  const page = search.page ?? 1
  const today = todayHere()
  const query = useShifts(
    show === 'coming'
      ? { mine: true, from: today, sort: 'date', dir: 'asc' }
      : { mine: true, to: addDays(today, -1), sort: 'date', dir: 'desc' },
    { page, page_size: PAGE_SIZE },
  )
  return (
    <Page
      title="My shifts"
      breadcrumbs={[{ label: 'Preceptor Dashboard', href: '/preceptor/dashboard' }]}
      width="wide"
      description="The shifts that you lead as a preceptor. Open one to record who came."
      toolbar={
        <SegmentedFilter
          label="Show"
          value={show}
          options={options}
          onChange={(next) => setSearch({ show: next === 'coming' ? undefined : next })}
        />
      }
    >
      {me.role === 'superadmin' && (
        <Banner kind="context" title="You are viewing this page as a superadmin.">
          Your own account is not a preceptor. To see a preceptor’s shifts, act as them from the Users page.
        </Banner>
      )}
      {query.isError && !query.data ? (
        <FailedState
          title="Your shifts couldn’t be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <ShiftTable
          label="My shifts"
          data={query.data}
          isLoading={query.isPending}
          columns={['when', 'shift', 'school', 'location', 'state', 'seats']}
          page={page}
          pageSize={PAGE_SIZE}
          onPageChange={(to, isGone = false) =>
            setSearch({ ...search, page: to === 1 ? undefined : to }, isGone)
          }
          empty={{
            icon: IconCalendarOff,
            title: show === 'coming' ? 'No shifts to lead' : 'No earlier shifts',
            description: 'A shift appears here when a school names you as its preceptor.',
          }}
        />
      )}
    </Page>
  )
}
