import { specialties, specialtyLabels } from '#core/specialties.ts'
import { IconBuildingHospital } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { isPlainDate } from '#core/plain-date.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { FacilityOffers } from '#features/open-slots/web/public.ts'
import { exportHref } from '#platform/web/export-href.ts'
import { choice, type FilterOption, type Filters, oneOf, unrendered } from '#platform/web/kit/filters.ts'
import { ListFilters } from '#platform/web/kit/ListFilters.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { choiceParam, definedParams, idParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import type { UnitOfFacility } from '#features/shifts/contract.ts'
import { slotLabels } from '#features/open-slots/rules.ts'
import { statusLabels } from '#features/shifts/rules.ts'
import { useUnits } from './facility-queries.ts'
import {
  exportOf,
  type FacilityChange,
  type FacilitySearch,
  type FacilityView,
  facilityViews,
  filterOf,
  hrefOf,
  knownStates,
  offersOf,
  todayOf,
  whereOf,
} from './facility-search.ts'
import { useFirstDay, useSeries, useShiftOptions, useShifts, useParty } from '#features/shifts/web/public.ts'

const FacilityBoard = lazy(() =>
  import('./FacilityBoard.tsx').then((file) => ({ default: file.FacilityBoard })),
)
const FacilityRequests = lazy(() =>
  import('./FacilityRequests.tsx').then((file) => ({ default: file.FacilityRequests })),
)
const FacilityList = lazy(() => import('./FacilityList.tsx').then((file) => ({ default: file.FacilityList })))
const FacilityMonth = lazy(() =>
  import('./FacilityMonth.tsx').then((file) => ({ default: file.FacilityMonth })),
)
const DayRoster = lazy(() => import('./DayRoster.tsx').then((file) => ({ default: file.DayRoster })))
const FacilityDrawer = lazyDialog(() => import('./FacilityDrawer.tsx').then((file) => file.FacilityDrawer), {
  id: '',
})

const viewWords = {
  board: 'Week',
  requests: 'Requests',
  offers: 'Offered',
  list: 'List',
  month: 'Month',
  roster: 'Roster',
}

/** A facility's shifts of every school: the week by unit, requests, lists, and rosters (Spec §2). */
export function FacilityShiftsScreen(): ReactNode {
  const units = useUnits()
  return (
    <Page
      title="Shifts"
      description="Requests, approved shifts, and open capacity"
      width="wide"
      query={units}
      failedTitle="Your units couldn’t be loaded"
      empty={{
        title: 'No unit yet',
        description: 'Schools request shifts on units. Add the first one with its hours and seats.',
        icon: IconBuildingHospital,
        action: <LinkButton href="/facility/management">Go to Management</LinkButton>,
      }}
    >
      {(all) => <FacilityShifts units={all} />}
    </Page>
  )
}

function FacilityShifts({ units }: { units: readonly UnitOfFacility[] }): ReactNode {
  const asked = useSearch({ from: '/_app/facility/shifts' })
  // Validated here, because the route would load date formatting on every first page.
  const search = definedParams({
    ...asked,
    on: isPlainDate(asked.on ?? '') ? asked.on : undefined,
  }) as FacilitySearch
  const setSearch = useSetSearch()
  const mayMove = useParty() === 'facility'
  const today = todayOf(units)
  const view = choiceParam(search.view, facilityViews) ?? 'board'
  const isPhone = useIsPhone()
  // On a phone, the day is the next one with shifts, until another is chosen.
  const isNextDay = view === 'board' && isPhone && !search.on
  const nextDay = useFirstDay(filterOf(search), today, isNextDay)
  const board = isNextDay && nextDay ? { ...search, on: nextDay } : search
  const file = exportOf(board, { view, today, isPhone })
  const go = (change: FacilityChange) =>
    setSearch(
      { ...search, ...change },
      // Opening a shift or another day or page adds a history entry, so that Back undoes it.
      !(change.shift || change.page !== undefined || 'on' in change || 'view' in change),
    )
  const refine = (change: FacilityChange) => go({ page: undefined, ...change })
  const waiting = useSeries({ ...whereOf(search), here: true, needs: 'inbox' }, { page_size: 1 })
  const shown = { search, onSearch: go, units, today, mayMove }
  return (
    <>
      <ViewFilters units={units} view={view} hrefOf={(format) => exportHref(file.path, file.filter, format)}>
        <SegmentedFilter
          label="Show"
          value={view}
          options={facilityViews.map((value) => ({
            value,
            label: value === 'board' && isPhone ? 'Day' : viewWords[value],
            ...(value === 'requests' && { count: waiting.data?.total }),
          }))}
          onChange={(next) =>
            refine({
              view: next === 'board' ? undefined : next,
              on: next === 'roster' ? undefined : search.on,
              // Offers have their own states.
              state: next === 'offers' || view === 'offers' ? undefined : search.state,
            })
          }
        />
      </ViewFilters>
      <Suspense fallback={<Skeletons shape="table" />}>
        {view === 'board' &&
          (isNextDay && !nextDay ? <Skeletons shape="table" /> : <FacilityBoard {...shown} search={board} />)}
        {view === 'requests' && <FacilityRequests {...shown} />}
        {view === 'offers' && (
          <FacilityOffers
            filter={offersOf(search, today)}
            hrefOf={(shift) => hrefOf(search, shift)}
            units={units}
            today={today}
          />
        )}
        {view === 'list' && <FacilityList {...shown} />}
        {view === 'month' && <FacilityMonth {...shown} />}
        {view === 'roster' && <DayRoster {...shown} />}
      </Suspense>
      <OpenShift {...shown} />
    </>
  )
}

/** The drawer with the facts around its shift, so that conflicts of a move are known beforehand. */
function OpenShift({
  search,
  units,
  today,
  onSearch,
}: {
  search: FacilitySearch
  units: readonly UnitOfFacility[]
  today: string
  onSearch: (change: FacilityChange) => void
}): ReactNode {
  const near = useShifts(
    { ...filterOf({ ...search, state: undefined }), from: today, sort: 'date', dir: 'asc' },
    { page: 1, page_size: 1000 },
    Boolean(search.shift),
  )
  return (
    <FacilityDrawer
      id={search.shift ?? ''}
      units={units}
      shifts={near.data?.rows ?? []}
      today={today}
      onClose={() => onSearch({ shift: undefined })}
    />
  )
}

interface ViewFiltersProps {
  units: readonly UnitOfFacility[]
  view: FacilityView
  hrefOf: (format: 'csv' | 'xlsx') => string
  /** The view switcher, before the filters. */
  children: ReactNode
}

function ViewFilters({ units, view, hrefOf: fileOf, children }: ViewFiltersProps): ReactNode {
  const filters = useMemo(() => filtersFor(view), [view])
  const list = useList(filters, { sorts: ['date'] })
  const options = useShiftOptions()
  const found = [...new Set(units.map(({ specialty }) => specialty))]
  return (
    <ListFilters
      list={list}
      before={children}
      options={{
        facility: facilityOptions(units),
        school: (options.data?.schools ?? []).map(({ id, name }) => ({ value: id, label: name })),
        specialty: found.length > 1 ? found.map((value) => ({ value, label: specialtyLabels[value] })) : [],
      }}
      hrefOf={fileOf}
    />
  )
}

/** The filters of a view: requests have only one state, offers have their own and no school, a roster has a facility and a day. */
function filtersFor(
  view: FacilityView,
): Filters<{ facility: string; school: string; state: string; specialty: Specialty }> {
  const isRoster = view === 'roster'
  return {
    facility: oneOf('Site or unit', 'All units'),
    school: isRoster || view === 'offers' ? unrendered(idParam) : oneOf('School', 'All schools'),
    state:
      isRoster || view === 'requests'
        ? unrendered<string>(() => undefined)
        : view === 'offers'
          ? choice<string>('Status', 'Open, taken and gone', slotLabels)
          : choice<string>('Status', 'Open and approved', knownStateWords),
    specialty: isRoster
      ? unrendered((text) => choiceParam(text, specialties))
      : choice('Specialty', 'All specialties', specialtyLabels),
  }
}

const knownStateWords = Object.fromEntries(knownStates.map((value) => [value, statusLabels[value]]))

/** Sites with their units below them. */
const facilityOptions = (units: readonly UnitOfFacility[]): FilterOption[] =>
  [...Map.groupBy(units, ({ site_id: id }) => id)].flatMap(([site, below]) => {
    const group = below[0]!.site_name ?? 'Units'
    return [
      ...(site && below.length > 1 ? [{ value: site, label: `All of ${below[0]!.site_name}`, group }] : []),
      ...below.map(({ id, name }) => ({ value: id, label: name, group })),
    ]
  })
