import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense, useMemo } from 'react'
import { todayHere } from '#core/plain-date.ts'
import type { Role } from '#core/roles.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { type SemesterScope, SemesterScopeSelect, useSemesterScope } from '#features/semesters/web/public.ts'
import { List } from '#platform/web/kit/List.tsx'
import { ListFilters } from '#platform/web/kit/ListFilters.tsx'
import type { ActionsKit } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useRawSearch } from '#platform/web/kit/use-search.ts'
import { choiceParam, definedParams } from '#platform/web/search-params.ts'
import type { EmptyStateProps } from '#ui/EmptyState.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { TabRow } from '#ui/TabRow.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { usePageSize } from '#ui/use-page-size.ts'
import type { ShiftFilter, ShiftOptions, ShiftRow } from '../contract.ts'
import { maySortBySeats, MAX_IN_BULK } from '../rules.ts'
import { editCell } from './EditableCell.tsx'
import { shiftsFile, useShiftOptions, useShifts } from './queries.ts'
import { shiftFiltersFor } from './shift-filters.ts'
import { labelOf } from './shift-words.ts'
import { shiftCard, type ShiftColumn, shiftColumns } from './ShiftTable.tsx'
import {
  daysOf,
  type SearchChange,
  type ShiftsSearch,
  shiftsSearch,
  sorts,
  views,
  whenOf,
} from './shifts-search.ts'

const ShiftCalendar = lazy(() =>
  import('./ShiftCalendar.tsx').then((file) => ({ default: file.ShiftCalendar })),
)
const SeriesView = lazy(() => import('./SeriesView.tsx').then((file) => ({ default: file.SeriesView })))
const ShiftBoard = lazy(() => import('./ShiftBoard.tsx').then((file) => ({ default: file.ShiftBoard })))

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
  offered: 'Open slots',
}

/** The view of open slots that facilities offer to a school. */
export type Offered = ComponentType<{
  schoolId: string
  options: ShiftOptions | undefined
  /** The semester that all pages show. */
  scope: SemesterScope
}>

interface ShiftsViewProps {
  /** Conditions in addition to the filters in the address. */
  within?: Partial<ShiftFilter>
  columns?: readonly ShiftColumn[]
  /** The actions on shifts here, some also in bulk. */
  actions?: ActionsKit<ShiftRow>
  /** The buttons for all shifts that match the filter. */
  allActions?: (filter: Partial<ShiftFilter>, total: number, clear: () => void) => ReactNode
  /** Shown if there are no shifts and no filters. */
  empty?: EmptyStateProps
  /** The view of open slots, passed in because that feature depends on this one. */
  Offered?: Offered
  /** True for the shifts of all schools. */
  ofAllSchools?: boolean
}

/** The available views: series only for planners of one school, open slots only for schools. */
function useShownViews({ isPlanning, Offered, schoolId }: ShiftViewTabsProps) {
  const search = shiftsSearch(useRawSearch())
  const shown = views.filter(
    (one) => (one !== 'offered' || Offered) && (one !== 'series' || (isPlanning && schoolId)),
  )
  return { search, shown, view: choiceParam(search.view, shown) ?? 'table' }
}

/** True for views that show all days; the others start on a chosen day. */
const isByTime = (view: string): boolean => view === 'table' || view === 'series'

interface ShiftViewTabsProps {
  isPlanning?: boolean
  Offered?: Offered | undefined
  schoolId?: string | undefined
}

/** Switches between table, series, calendar, board and open slots, next to the page title. */
export function ShiftViewTabs(props: ShiftViewTabsProps): ReactNode {
  const { search, shown, view } = useShownViews(props)
  const go = useGo(search)
  const isPhone = useIsPhone()
  const when = isPhone && isByTime(view) && whenOf(search)
  return (
    <TabRow>
      <SegmentedFilter
        label="View"
        value={view}
        options={shown.map((value) => ({ value, label: viewWords[value] }))}
        onChange={(next) => go({ view: next === 'table' ? undefined : next })}
      />
      {when && <WhenTabs when={when} onGo={go} />}
    </TabRow>
  )
}

type When = NonNullable<ReturnType<typeof whenOf>>

function WhenTabs({ when, onGo }: { when: When; onGo: (change: SearchChange) => void }): ReactNode {
  return (
    <SegmentedFilter
      label="When"
      value={when}
      options={whenOptions}
      onChange={(next) => onGo({ when: next === 'coming' ? undefined : next })}
    />
  )
}

/** Returns a function that changes the list's part of the address. */
function useGo(search: ShiftsSearch): (change: SearchChange) => void {
  const navigate = useNavigate()
  return (change) =>
    void navigate({
      to: '.',
      search: definedParams({ ...search, page: undefined, ...change }) as never,
      // Back undoes a page turn, but not a filter change.
      replace: change.page === undefined,
      resetScroll: false,
    })
}

/**
 * A list of shifts with filters in the view that `ShiftViewTabs` chose. Everything is in the address, so it can be bookmarked and shared.
 */
export function ShiftsView(props: ShiftsViewProps): ReactNode {
  const { within, columns, actions, allActions, empty, Offered, ofAllSchools = false } = props
  const { role } = useMe()
  const isPlanning = actions !== undefined
  const { search, view } = useShownViews({ isPlanning, Offered, schoolId: within?.school_id })
  const go = useGo(search)
  const options = useShiftOptions(within?.school_id)
  const isPhone = useIsPhone()
  const isTable = isByTime(view)
  const when = isTable ? whenOf(search) : null
  // Pages of one school and personal lists show the semester that the user works in.
  const scope = useSemesterScope(isPlanning ? 'current' : 'all')
  const isScoped = !ofAllSchools && scope.schoolId !== null
  const filters = useMemo(() => shiftFiltersFor(role, { ofAllSchools }), [role, ofAllSchools])
  const list = useList(filters, { sorts, pageSize: usePageSize() })
  const { filter: chosen, sort } = list
  const order = when === 'past' && !search.dir ? { ...sort!, dir: 'desc' as const } : sort!
  const whole: Partial<ShiftFilter> = {
    ...chosen,
    ...(when && daysOf(when, todayHere())),
    ...(isScoped && { semester_id: scope.id }),
    ...within,
  }
  // Nationwide, shifts can't be sorted by free seats; within a school, a facility or a day they can.
  const isSeatsSortable = !ofAllSchools || maySortBySeats(whole)
  const filter = definedParams({
    ...whole,
    ...(isTable && { dir: order.dir, sort: order.key === 'seats' && !isSeatsSortable ? 'date' : order.key }),
  }) as Partial<ShiftFilter>
  const query = useShifts(
    filter,
    { page: list.page, page_size: list.pageSize },
    view === 'table' && (!isScoped || scope.isKnown),
  )
  const elsewhere =
    isScoped && scope.id && scope.semester
      ? {
          title: `No matching shifts in ${scope.semester.name}`,
          description: 'Other semesters may have some.',
          action: (
            <Button variant="default" onClick={() => scope.choose('all', true)}>
              All semesters
            </Button>
          ),
        }
      : undefined
  const noMatch = elsewhere ?? {
    title: 'No matching shifts',
    description: 'Clear filters or change the dates.',
  }
  const isEditable = isPlanning && within?.school_id !== undefined
  const shownColumns = useColumns(columns, role, isSeatsSortable, isEditable)
  const given = {
    list,
    options: {
      semester_id: isScoped ? [] : choicesOf(options.data?.semesters),
      facility_id: options.data?.units.map(({ id, name, site_name: site }) => ({
        value: id,
        label: site ? `${site}: ${name}` : name,
      })),
      proctor_id: choicesOf(options.data?.proctors),
      cohort_id: choicesOf(options.data?.cohorts),
      school_id: choicesOf(options.data?.schools),
    },
    // On a phone it is on the line of the views.
    before: when && !isPhone && <WhenTabs when={when} onGo={go} />,
    extra: isScoped && <SemesterScopeSelect scope={scope} />,
  }
  const hrefOf = (format: 'csv' | 'xlsx', headings?: readonly string[]) =>
    shiftsFile(filter, format, headings)
  if (view === 'table' && (!isScoped || scope.isKnown))
    return (
      <List
        {...given}
        label="Shifts"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        isMore={query.data?.is_more ?? false}
        columns={shownColumns}
        rowKey={({ id }) => id}
        rowLabel={labelOf}
        rowHref={({ id }) => `/shift/${id}`}
        card={shiftCard}
        {...(actions && { actions })}
        {...(allActions && {
          all: {
            most: MAX_IN_BULK,
            bulk: (total: number, clear: () => void) => allActions(filter, total, clear),
          },
        })}
        exported={{ hrefOf }}
        failedTitle="The shifts couldn’t be loaded"
        empty={(isNarrowed) =>
          when === 'coming' || when === 'past'
            ? nothingThen(when, isNarrowed, empty, elsewhere, () => go({ when: 'all' }))
            : !isNarrowed && empty
              ? { ...empty, ...elsewhere }
              : noMatch
        }
      />
    )
  return (
    <>
      {view !== 'offered' && <ListFilters {...given} hrefOf={hrefOf} />}
      {isScoped && !scope.isKnown ? (
        <Skeletons shape="table" />
      ) : (
        <Suspense fallback={<Skeletons shape="table" />}>
          {view === 'offered' && Offered ? (
            <Offered schoolId={within?.school_id ?? ''} options={options.data} scope={scope} />
          ) : view === 'series' ? (
            <SeriesView
              filter={filter}
              empty={noMatch}
              page={list.page}
              onPage={(next) => go({ page: next })}
            />
          ) : view === 'calendar' ? (
            <ShiftCalendar filter={filter} search={search} onSearch={go} options={options.data} />
          ) : (
            <ShiftBoard filter={filter} search={search} onSearch={go} options={options.data} />
          )}
        </Suspense>
      )}
    </>
  )
}

/** Keeps the same columns until something about them changes, so that cells are not created again. */
const useColumns = (
  columns: readonly ShiftColumn[] | undefined,
  role: Role,
  isSeatsSortable: boolean,
  isEditable: boolean,
) =>
  useMemo(
    () => shiftColumns({ columns, role, isSeatsSortable, editCell: isEditable ? editCell : undefined }),
    [columns, role, isSeatsSortable, isEditable],
  )

const choicesOf = (options: readonly { id: string; name: string }[] = []) =>
  options.map(({ id, name }) => ({ value: id, label: name }))

/** The empty state for no upcoming or no past shifts; one press shows the rest. */
function nothingThen(
  when: 'coming' | 'past',
  isNarrowed: boolean,
  empty: EmptyStateProps | undefined,
  elsewhere: Pick<EmptyStateProps, 'title' | 'description' | 'action'> | undefined,
  onAll: () => void,
): EmptyStateProps {
  return {
    title: when === 'coming' ? 'No upcoming shifts' : 'No past shifts',
    ...(empty?.icon && { icon: empty.icon }),
    description: isNarrowed
      ? 'Try fewer filters, or look at all days.'
      : (empty?.description ?? 'Other days may have some.'),
    action: (
      <Group justify="center">
        <Button variant="default" onClick={onAll}>
          All days
        </Button>
        {elsewhere?.action}
        {!isNarrowed && empty?.action}
      </Group>
    ),
  }
}
