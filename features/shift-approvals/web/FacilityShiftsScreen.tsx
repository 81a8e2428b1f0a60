import { NativeSelect } from '@mantine/core'
import { IconBuildingHospital } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { isPlainDate } from '#core/plain-date.ts'
import { specialtyLabels } from '#features/facilities/rules.ts'
import { FacilityOffers } from '#features/open-slots/web/public.ts'
import { SavedViews } from '#features/saved-views/web/public.ts'
import { exportHref } from '#platform/web/export-href.ts'
import { choiceParam, definedParams } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { ExportMenu } from '#ui/ExportMenu.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import type { UnitOfPlace } from '#features/shifts/contract.ts'
import { slotWords } from '#features/open-slots/rules.ts'
import { statusWords } from '#features/shifts/rules.ts'
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
  offerStates,
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

/** A facility's shifts of every school: the week by unit, what waits for an answer, lists, and who comes (Spec §2). */
export function FacilityShiftsScreen(): ReactNode {
  const units = useUnits()
  return (
    <Page
      title="Shifts"
      description="Requests, approved shifts, and open capacity"
      width="wide"
      query={units}
      failedTitle="Your units could not be loaded"
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

function FacilityShifts({ units }: { units: readonly UnitOfPlace[] }): ReactNode {
  const asked = useSearch({ from: '/_app/facility/shifts' })
  // Looked at here: the route would bring the words for dates to every first page.
  const search = definedParams({
    ...asked,
    on: isPlainDate(asked.on ?? '') ? asked.on : undefined,
  }) as FacilitySearch
  const setSearch = useSetSearch()
  const mayMove = useParty() === 'facility'
  const today = todayOf(units)
  const view = choiceParam(search.view, facilityViews) ?? 'board'
  const isPhone = useIsPhone()
  // A phone's day is the next that holds something, until another is asked for.
  const isNextDay = view === 'board' && isPhone && !search.on
  const nextDay = useFirstDay(filterOf(search), today, isNextDay)
  const board = isNextDay && nextDay ? { ...search, on: nextDay } : search
  const file = exportOf(board, { view, today, isPhone })
  const go = (change: FacilityChange) =>
    setSearch(
      { ...search, ...change },
      // Opening a shift, other days and pages are steps that Back undoes.
      !(change.shift || change.page !== undefined || 'on' in change || 'view' in change),
    )
  const refine = (change: FacilityChange) => go({ page: undefined, ...change })
  const waiting = useSeries({ ...whereOf(search), here: true, needs: 'inbox' } as never, { page_size: 1 })
  const shown = { search, onSearch: go, units, today, mayMove }
  return (
    <>
      <Filters
        search={search}
        onSearch={refine}
        units={units}
        view={view}
        end={<ExportMenu hrefOf={(format) => exportHref(file.path, file.filter, format)} />}
      >
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
              // Offers have states of their own.
              state: next === 'offers' || view === 'offers' ? undefined : search.state,
            })
          }
        />
        <SavedViews />
      </Filters>
      <Suspense fallback={<Skeletons shape="table" />}>
        {view === 'board' &&
          (isNextDay && !nextDay ? <Skeletons shape="table" /> : <FacilityBoard {...shown} search={board} />)}
        {view === 'requests' && <FacilityRequests {...shown} />}
        {view === 'offers' && (
          <FacilityOffers
            filter={offersOf(search, today)}
            page={search.page ?? 1}
            onPage={(next) => go({ page: next > 1 ? next : undefined })}
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

/** The drawer with what lies about its shift, so that what stands in the way of a move is known beforehand. */
function OpenShift({
  search,
  units,
  today,
  onSearch,
}: {
  search: FacilitySearch
  units: readonly UnitOfPlace[]
  today: string
  onSearch: (change: FacilityChange) => void
}): ReactNode {
  const near = useShifts(
    { ...filterOf({ ...search, state: undefined }), from: today, sort: 'date', dir: 'asc' } as never,
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

interface FiltersProps {
  search: FacilitySearch
  onSearch: (change: FacilityChange) => void
  units: readonly UnitOfPlace[]
  view: FacilityView
  /** The views, before the filters. */
  children: ReactNode
  end: ReactNode
}

function Filters({ search, onSearch, units, view, children, end }: FiltersProps): ReactNode {
  // Requests have one state, offers their own; a roster is of a place and a day.
  const states = statesOf(view)
  const hasSchools = view !== 'roster' && view !== 'offers'
  const options = useShiftOptions()
  const specialties = [...new Set(units.map(({ specialty }) => specialty))]
  const isNarrowed = search.place ?? search.school ?? search.specialty ?? (states && search.state)
  return (
    <FilterBar
      {...(view !== 'roster' && {
        chosen: [search.place, hasSchools && search.school, search.specialty, states && search.state],
      })}
      onClear={
        isNarrowed
          ? () => onSearch({ place: undefined, school: undefined, specialty: undefined, state: undefined })
          : undefined
      }
      end={end}
    >
      {children}
      <NativeSelect
        aria-label="Site or unit"
        value={search.place ?? ''}
        data={[{ value: '', label: 'All units' }, ...placesOf(units)]}
        onChange={({ currentTarget }) => onSearch({ place: currentTarget.value || undefined })}
      />
      {hasSchools && (
        <NativeSelect
          aria-label="School"
          value={search.school ?? ''}
          data={[
            { value: '', label: 'All schools' },
            ...(options.data?.schools ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget }) => onSearch({ school: currentTarget.value || undefined })}
        />
      )}
      {states && (
        <NativeSelect
          aria-label="Status"
          value={search.state ?? ''}
          data={states}
          onChange={({ currentTarget }) => onSearch({ state: currentTarget.value || undefined })}
        />
      )}
      {view !== 'roster' && specialties.length > 1 && (
        <NativeSelect
          aria-label="Specialty"
          value={search.specialty ?? ''}
          data={[
            { value: '', label: 'All specialties' },
            ...specialties.map((value) => ({ value, label: specialtyLabels[value] })),
          ]}
          onChange={({ currentTarget }) => onSearch({ specialty: currentTarget.value || undefined })}
        />
      )}
    </FilterBar>
  )
}

/** The states that a view can be narrowed to, all of them first; nothing where there are none. */
function statesOf(view: FacilityView): { value: string; label: string }[] | undefined {
  if (view === 'requests' || view === 'roster') return undefined
  return view === 'offers'
    ? [
        { value: '', label: 'Open, taken and gone' },
        ...offerStates.map((value) => ({ value, label: slotWords[value] })),
      ]
    : [
        { value: '', label: 'Open and approved' },
        ...knownStates.map((value) => ({ value, label: statusWords[value] })),
      ]
}

/** Sites with their units below them. */
function placesOf(units: readonly UnitOfPlace[]) {
  return [...Map.groupBy(units, ({ site_id: id }) => id)].map(([site, below]) => ({
    group: below[0]!.site_name ?? 'Units',
    items: [
      ...(site && below.length > 1 ? [{ value: site, label: `All of ${below[0]!.site_name}` }] : []),
      ...below.map(({ id, name }) => ({ value: id, label: name })),
    ],
  }))
}
