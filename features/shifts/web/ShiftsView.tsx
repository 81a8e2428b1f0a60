import { Button, Group } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { todayHere } from '#core/plain-date.ts'
import { choiceParam, definedParams } from '#platform/web/search-params.ts'
import type { EmptyStateProps } from '#ui/EmptyState.tsx'
import { ExportMenu } from '#ui/ExportMenu.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import type { RowAction } from '#ui/RowActions.tsx'
import type { ShiftFilter, ShiftOptions, ShiftRow } from '../contract.ts'
import { maySortBySeats, MOST_IN_BULK } from '../rules.ts'
import { shiftsFile, useShiftOptions, useShifts } from './queries.ts'
import { ShiftFilters } from './ShiftFilters.tsx'
import { type ShiftColumn, ShiftTable } from './ShiftTable.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import {
  filterOf, hasFilters, type SearchChange, type ShiftsSearch, shiftsSearch, tableFilterOf, views, whenOf,
} from './shifts-search.ts' // prettier-ignore

const ShiftCalendar = lazy(() =>
  import('./ShiftCalendar.tsx').then((file) => ({ default: file.ShiftCalendar })),
)
const SeriesView = lazy(() => import('./SeriesView.tsx').then((file) => ({ default: file.SeriesView })))
const ShiftBoard = lazy(() => import('./ShiftBoard.tsx').then((file) => ({ default: file.ShiftBoard })))

const pageSize = 50
const whenOptions = [
  { value: 'coming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
  { value: 'all', label: 'All' },
] as const
const viewWords = {
  table: 'Table',
  series: 'Series',
  calendar: 'Calendar',
  board: 'Board',
  offered: 'Offered to you',
}

export interface PickerProps {
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** The view of what facilities offer to a school. */
export type Offered = ComponentType<{
  schoolId: string
  search: ShiftsSearch
  onSearch: (change: SearchChange) => void
  options: ShiftOptions | undefined
}>

/** All that the filter finds, on this page and the others. */
export interface AllMatching {
  filter: Partial<ShiftFilter>
  total: number
}

interface ShiftsViewProps {
  /** What is always asked for besides the filters in the address. */
  within?: Partial<ShiftFilter>
  columns?: readonly ShiftColumn[]
  rowActions?: (row: ShiftRow) => readonly RowAction<ShiftRow>[]
  /** The buttons for what is selected; without them nothing is. */
  bulkActions?: (selected: readonly ShiftRow[], clear: () => void, all?: AllMatching) => ReactNode
  /** Drawn where there is no shift at all and nothing is filtered. */
  empty?: EmptyStateProps
  /** What facilities offer, as a view beside the shifts themselves: that feature stands downstream, so its page hands it in. */
  Offered?: Offered
  /** Its own picker of a place, where the units are too many to be listed. */
  PlacePicker?: ComponentType<PickerProps>
  /** A picker of a school: the shifts are those of all schools. */
  SchoolPicker?: ComponentType<PickerProps>
}

/** A list of shifts with its filters, all of it in the address: what is seen can be kept, sent and come back to. */
export function ShiftsView(props: ShiftsViewProps): ReactNode {
  const { within, columns, rowActions, bulkActions, empty, Offered, PlacePicker, SchoolPicker } = props
  const search = shiftsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const options = useShiftOptions(within?.school_id)
  const page = search.page ?? 1
  // Who plans acts on series; nobody does on those of all schools.
  const shownViews = views.filter(
    (one) => (one !== 'offered' || Offered) && (one !== 'series' || (bulkActions && within?.school_id)),
  )
  const view = choiceParam(search.view, shownViews) ?? 'table'
  const isList = view === 'table' || view === 'series'
  const when = isList ? whenOf(search) : null
  const today = todayHere()
  const asked = isList ? tableFilterOf(search, today) : filterOf(search)
  const whole = { ...asked, ...within }
  // The free seats of all the nation's shifts are put in no order: those of a school, a place or a day are.
  const isSeatsSortable = !SchoolPicker || maySortBySeats(whole)
  const filter = whole.sort === 'seats' && !isSeatsSortable ? { ...whole, sort: 'date' as const } : whole
  const query = useShifts(filter, { page, page_size: pageSize }, view === 'table')
  // Kept whole, and not by id alone: what is selected on other pages is acted on too.
  const [selected, select] = useState<readonly ShiftRow[]>([])
  // Which filter's shifts are all selected; another filter finds others.
  const [allOf, selectAllOf] = useState<string>()
  const isAll = allOf === JSON.stringify(filter)
  const clear = () => {
    select([])
    selectAllOf(undefined)
  }
  const go = (change: SearchChange) =>
    void navigate({
      to: '.',
      search: definedParams({ ...search, page: undefined, ...change }) as never,
      // Turning pages is a step that Back undoes; narrowing down is not.
      replace: change.page === undefined,
      resetScroll: false,
    })
  const known = new Map([...selected, ...(query.data?.rows ?? [])].map((row) => [row.id, row]))
  return (
    <>
      {view !== 'offered' && (
        <ShiftFilters
          search={search}
          onSearch={go}
          options={options.data}
          placePicker={
            PlacePicker && <PlacePicker value={search.place} onChange={(place) => go({ place })} />
          }
          schoolPicker={
            SchoolPicker && <SchoolPicker value={search.school} onChange={(school) => go({ school })} />
          }
          end={<ExportMenu hrefOf={(format) => shiftsFile(filter, format)} />}
        />
      )}
      <Group>
        <SegmentedFilter
          label="View"
          value={view}
          options={shownViews.map((value) => ({ value, label: viewWords[value] }))}
          onChange={(next) => go({ view: next === 'table' ? undefined : next })}
        />
        {when && (
          <SegmentedFilter
            label="When"
            value={when}
            options={whenOptions}
            onChange={(next) => go({ when: next === 'coming' ? undefined : next })}
          />
        )}
      </Group>
      {view !== 'table' ? (
        <Suspense fallback={<Skeletons shape="table" />}>
          {view === 'offered' && Offered ? (
            <Offered
              schoolId={within?.school_id ?? ''}
              search={search}
              onSearch={go}
              options={options.data}
            />
          ) : view === 'series' ? (
            <SeriesView filter={filter} page={page} onPage={(next) => go({ page: next })} />
          ) : view === 'calendar' ? (
            <ShiftCalendar filter={filter} search={search} onSearch={go} />
          ) : (
            <ShiftBoard filter={filter} search={search} onSearch={go} units={options.data?.units} />
          )}
        </Suspense>
      ) : query.isError && !query.data ? (
        <FailedState
          title="The shifts could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <ShiftTable
          data={query.data}
          isLoading={query.isPlaceholderData}
          {...(columns && { columns })}
          {...(rowActions && { rowActions })}
          page={page}
          pageSize={pageSize}
          onPageChange={(next) => go({ page: next })}
          sort={{ key: filter.sort ?? 'date', dir: filter.dir ?? 'asc' }}
          isSeatsSortable={isSeatsSortable}
          onSortChange={({ key, dir }) => go({ sort: key, dir })}
          {...(bulkActions && {
            selection: {
              selected: (isAll ? (query.data?.rows ?? []) : selected).map(({ id }) => id),
              onChange: (ids: string[]) => {
                selectAllOf(undefined)
                select(ids.flatMap((id) => known.get(id) ?? []))
              },
              ...(query.data &&
                !query.data.is_more &&
                query.data.total <= MOST_IN_BULK && {
                  all: {
                    total: query.data.total,
                    isAll,
                    onAll: () => selectAllOf(JSON.stringify(filter)),
                  },
                }),
              actions: bulkActions(
                selected.map(({ id }) => known.get(id)!),
                clear,
                isAll ? { filter, total: query.data?.total ?? 0 } : undefined,
              ),
            },
          })}
          {...(when === 'coming' || when === 'past'
            ? { empty: nothingThen(when, hasFilters(search), empty, () => go({ when: 'all' })) }
            : !hasFilters(search) && empty && { empty })}
        />
      )}
    </>
  )
}

/** Nothing ahead, or nothing behind: the rest is one press away. */
function nothingThen(
  when: 'coming' | 'past',
  isNarrowed: boolean,
  empty: EmptyStateProps | undefined,
  onAll: () => void,
): EmptyStateProps {
  return {
    title: when === 'coming' ? 'No shift ahead' : 'No shift is over',
    ...(empty?.icon && { icon: empty.icon }),
    description: isNarrowed
      ? 'Try fewer filters, or look at all days.'
      : (empty?.description ?? 'Other days may hold some.'),
    action: (
      <Group justify="center">
        <Button variant="default" onClick={onAll}>
          All days
        </Button>
        {!isNarrowed && empty?.action}
      </Group>
    ),
  }
}
