import { specialtyLabels } from '#core/specialties.ts'
import { Alert, NativeSelect, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { createContext, lazy, type ReactNode, Suspense, use, useState } from 'react'
import { distances } from '#core/distances.ts'
import { formatNumber } from '#core/number-text.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import {
  choice,
  type FilterFieldProps,
  type Filters,
  found,
  oneOf,
  searchText,
} from '#platform/web/kit/filters.ts'
import { ListFilters } from '#platform/web/kit/ListFilters.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useRawSearch } from '#platform/web/kit/use-search.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { Link } from '#ui/Link.tsx'
import { Page } from '#ui/Page.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import type { FoundSite } from '../contract.ts'
import { siteFinder } from './queries.ts'
import {
  asAddress,
  hasFilters,
  readSitesSearch,
  siteFilter,
  siteSorts,
  type SitesSearch,
} from './sites-search.ts'
import classes from './SiteFinderScreen.module.css'

const SiteMap = lazy(() => import('./SiteMap.tsx').then((file) => ({ default: file.SiteMap })))

const PAGE_SIZE = 25

type Change = { [Key in keyof SitesSearch]?: SitesSearch[Key] | undefined }

/** Sites where a school may place its students, by name, city, kind and distance, in a list and on a map (Spec §2). */
export function SiteFinderScreen(): ReactNode {
  const search = readSitesSearch(useSearch({ from: '/_app/school/facilities/' }))
  const setSearch = useSetSearch()
  const go = (next: Change, replace = true) => setSearch(asAddress(next), replace)
  // A changed search starts at the first page with nothing selected.
  const ask = (change: Change) => go({ ...search, ...change, page: undefined, site: undefined })

  const filter = siteFilter(search)
  const sort = choiceParam(search.sort, siteSorts) ?? (search.zip ? 'distance' : 'name')
  const dir = search.dir ?? 'asc'
  const list = useQuery({
    ...siteFinder.find.queryOptions({ input: { ...filter, sort, dir, page: search.page ?? 1 } }),
    placeholderData: keepPreviousData,
  })
  const map = useQuery({
    ...siteFinder.points.queryOptions({ input: filter }),
    placeholderData: keepPreviousData,
  })
  const unknownZip =
    (list.error as { code?: string } | null)?.code === 'UNKNOWN_ZIP' ? list.error?.message : undefined
  const hasFailed = list.isError && !unknownZip
  const isPhone = useIsPhone()
  const [pointed, point] = useState<string>()

  return (
    <Page title="Facilities" width="wide">
      <Stack gap="sm">
        <ZipRefusal value={unknownZip}>
          <SiteFilters ask={ask} />
        </ZipRefusal>
        {isPhone && (
          <SegmentedFilter
            label="View"
            value={search.view ?? 'list'}
            options={[
              { value: 'list', label: 'List', count: list.data?.total },
              { value: 'map', label: 'Map' },
            ]}
            onChange={(view) => go({ ...search, view: view === 'map' ? view : undefined })}
          />
        )}
        {hasFailed ? (
          <FailedState error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
        ) : (
          !unknownZip && (
            <div className={classes.both} data-shown={isPhone ? (search.view ?? 'list') : undefined}>
              <div className={classes.beside}>
                <Suspense fallback={<div className={classes.map} />}>
                  {map.data ? (
                    <SiteMap
                      key={JSON.stringify(filter)}
                      points={map.data.points}
                      origin={map.data.origin}
                      within={filter.within}
                      selected={search.site}
                      onSelect={(site) => go({ ...search, site })}
                      pointed={pointed}
                      onPoint={point}
                    />
                  ) : (
                    <div className={classes.map} />
                  )}
                </Suspense>
                {map.data && map.data.total > map.data.points.length && (
                  <Alert variant="light" color="gray" py={6}>
                    The map shows {formatNumber(map.data.points.length)} of {formatNumber(map.data.total)}{' '}
                    sites. Narrow the search to see all of yours.
                  </Alert>
                )}
                <Chosen id={search.site} rows={list.data?.rows} points={map.data?.points} />
              </div>
              <div className={classes.list}>
                <DataTable
                  label="Sites"
                  rows={list.data?.rows}
                  columns={columnsFor(Boolean(list.data?.origin))}
                  rowKey={({ id }) => id}
                  rowLabel={({ name }) => name}
                  rowHref={({ id }) => siteHref(id, search.zip)}
                  pointed={pointed ?? search.site}
                  onPoint={point}
                  sort={{ key: sort, dir }}
                  onSortChange={(next) => ask({ sort: next.key, dir: next.dir })}
                  page={search.page ?? 1}
                  pageSize={PAGE_SIZE}
                  total={list.data?.total}
                  onPageChange={(page, isGone = false) => go({ ...search, page }, isGone)}
                  isLoading={list.isFetching}
                  empty={
                    hasFilters(search)
                      ? {
                          title: 'No matching sites',
                          description: 'Search wider: more miles, another specialty, or fewer words.',
                        }
                      : {
                          title: 'No sites yet',
                          description:
                            'Sites appear here as soon as facilities join or the platform imports them.',
                        }
                  }
                />
              </div>
            </div>
          )
        )}
      </Stack>
    </Page>
  )
}

type SiteFilter = Required<Pick<SitesSearch, 'q' | 'zip' | 'within' | 'state' | 'type'>> & {
  specialty: Specialty
}
const sameText = (text: string): string => text
const filters: Filters<SiteFilter> = {
  q: searchText('Search by site, organization or city', { any: 'Site or city' }),
  zip: {
    ...found('Near ZIP code', 'ZIP', NearZip),
    // Stored as a number, it lost its leading zeros.
    read: (text) => (/^\d{1,5}$/.test(text) ? text.padStart(5, '0') : undefined),
  },
  within: {
    ...found('Distance', 'Any distance', Distance),
    read: (text) => distances.find((miles) => String(miles) === text),
    write: String,
  },
  state: { ...oneOf('State', 'All states'), read: (text) => text.match(/^[A-Z]{2}$/)?.[0] },
  type: { ...oneOf('Kind of site', 'All kinds'), read: sameText },
  specialty: choice('Specialty', 'All specialties', specialtyLabels),
}
const nothing: Change = {
  q: undefined,
  zip: undefined,
  within: undefined,
  state: undefined,
  type: undefined,
  specialty: undefined,
}
/** Another location resets the sort order. */
const usualOrder: Change = { sort: undefined, dir: undefined }

function SiteFilters({ ask }: { ask: (change: Change) => void }): ReactNode {
  const choices = useQuery(siteFinder.choices.queryOptions())
  const list = useList(filters, { sorts: ['name'], hasOwnOrder: true })
  const asOptions = (values: readonly string[] = []) => values.map((value) => ({ value, label: value }))
  return (
    <ListFilters
      list={{
        ...list,
        set: (change) => ask({ ...change, ...('zip' in change && usualOrder) }),
        clear: () => ask({ ...nothing, ...usualOrder }),
      }}
      options={{ state: asOptions(choices.data?.states), type: asOptions(choices.data?.site_types) }}
    />
  )
}

function Distance({ label, any, value, onChange }: FilterFieldProps): ReactNode {
  const { zip } = readSitesSearch(useRawSearch())
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      disabled={!zip}
      title={zip ? undefined : 'Type a ZIP code first'}
      data={[
        { value: '', label: any },
        ...distances.map((miles) => ({ value: String(miles), label: `Within ${miles} miles` })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}

/** Why the typed ZIP code finds nothing. */
const ZipRefusal = createContext<string | undefined>(undefined)

function NearZip(props: FilterFieldProps): ReactNode {
  return <ZipField key={props.value} {...props} refusal={use(ZipRefusal)} />
}

/** Searches once five digits are typed, or none. */
function ZipField({
  label,
  any,
  value,
  refusal,
  onChange,
}: FilterFieldProps & { refusal: string | undefined }): ReactNode {
  const [typed, setTyped] = useState(value)
  const [isLeft, setLeft] = useState(false)
  const isUnfinished = typed !== '' && !/^\d{5}$/.test(typed)
  const error = isUnfinished && isLeft ? 'A ZIP code has five digits, such as 53202.' : refusal
  const change = (next: string): void => {
    const zip = next.trim()
    setTyped(zip)
    if (/^\d{5}$/.test(zip)) onChange(zip)
    else if (zip === '') onChange(undefined)
  }
  return (
    <TextField
      className={classes.zip}
      wrapperProps={{ 'data-stays': true }}
      aria-label={label}
      placeholder={any}
      inputMode="numeric"
      autoComplete="postal-code"
      maxLength={10}
      value={typed}
      error={error}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={() => setLeft(true)}
    />
  )
}

type ChosenProps = {
  id: string | undefined
  rows: readonly FoundSite[] | undefined
  points: readonly (readonly [string, string, number, number])[] | undefined
}

/** The site selected on the map, by name with a link; it may be on another page of the list. */
function Chosen({ id, rows, points }: ChosenProps): ReactNode {
  const name = rows?.find((row) => row.id === id)?.name ?? points?.find(([one]) => one === id)?.[1]
  return (
    <Text size="sm" mih={22} aria-live="polite">
      {id && name ? (
        <>
          Chosen on the map: <Link href={siteHref(id)}>{name}</Link>
        </>
      ) : (
        <Text span c="dimmed" size="sm">
          Select a dot to see the site.
        </Text>
      )}
    </Text>
  )
}

/** The page of a site, with the ZIP code of the search. */
const siteHref = (id: string, zip?: string): string =>
  `/school/facilities/${id}${zip ? `?zip=${Number(zip)}` : ''}`

function columnsFor(hasOrigin: boolean): Column<FoundSite>[] {
  return [
    {
      key: 'name',
      title: 'Site',
      sortable: true,
      render: ({ name, organization_name: organization }) => (
        <Text span fw={600} size="sm" lh={1.3} display="block">
          {name}
          {organization !== name && (
            <Text span size="xs" c="dimmed" display="block">
              {organization}
            </Text>
          )}
        </Text>
      ),
    },
    {
      key: 'city',
      title: 'City',
      sortable: true,
      render: ({ city, state }) => [city, state].filter(Boolean).join(', ') || '–',
    },
    ...(hasOrigin
      ? [
          {
            key: 'distance',
            title: 'Distance',
            sortable: true,
            align: 'right',
            render: ({ distance_miles: miles }) => (miles === null ? 'Unknown' : `${miles} mi`),
          } satisfies Column<FoundSite>,
        ]
      : []),
    {
      key: 'specialties',
      title: 'Units',
      render: ({ specialties: kinds, units }) =>
        units === 0 ? (
          <Text span size="sm" c="dimmed">
            None yet
          </Text>
        ) : (
          <Text span size="sm">
            {shortList(kinds.map((one) => specialtyLabels[one]))}
          </Text>
        ),
    },
    {
      key: 'seats',
      title: 'Seats',
      sortable: true,
      align: 'right',
      render: ({ seats }) => seats || '–',
    },
  ]
}

/** Keeps a row at two lines: the first item, and how many more there are. */
const shortList = ([first = '', ...rest]: readonly string[]): string =>
  rest.length === 0 ? first : `${first}, ${rest.length} more`
