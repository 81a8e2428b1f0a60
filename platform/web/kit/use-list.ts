import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { definedParams, pageParam } from '../search-params.ts'
import { type Chosen, type Filters, type RawSearch, readFilter, textIn, writeFilter } from './filters.ts'
import { useRawSearch } from './use-search.ts'

/** Rows of one page of a list. */
export const PAGE_SIZE = 25

export type Change<Filter> = { [Key in keyof Chosen<Filter>]?: Chosen<Filter>[Key] | undefined }

/** What the address says about a list, in the contract's own terms, and functions to change it. */
export interface ListState<Filter extends object, SortKey extends string = string> {
  filters: Filters<Filter>
  filter: Chosen<Filter>
  /** Undefined if the call has an order of its own and none is chosen. */
  sort: { key: SortKey; dir: 'asc' | 'desc' } | undefined
  page: number
  pageSize: number
  /** What the list's call takes: filter, order and page. */
  input: Chosen<Filter> & { sort?: SortKey; dir?: 'asc' | 'desc'; page: number; page_size: number }
  /** The filter with its order, as an export takes it. */
  shown: Chosen<Filter> & { sort?: SortKey; dir?: 'asc' | 'desc' }
  isNarrowed: boolean
  /** Narrows the list and returns to its first page. */
  set: (change: Change<Filter>) => void
  clear: () => void
  sortBy: (sort: { key: string; dir: 'asc' | 'desc' }) => void
  /** Back leads to the previous page, unless that is gone. */
  toPage: (page: number, isGone?: boolean) => void
}

interface ListOptions<SortKey extends string> {
  /** The orders that the call knows, the usual one first. */
  sorts: readonly SortKey[]
  /** Without a choice, the call's own order applies, which is none of these. */
  hasOwnOrder?: boolean
  /** The direction of the usual order; ascending by default. */
  dir?: 'asc' | 'desc'
  pageSize?: number
}

/** Reads a list's state from an address. */
export function readList<Filter extends object, SortKey extends string>(
  filters: Filters<Filter>,
  { sorts, hasOwnOrder = false, dir: usual = 'asc', pageSize = PAGE_SIZE }: ListOptions<SortKey>,
  search: RawSearch,
) {
  const filter = readFilter(filters, search)
  const named = textIn(search, 'sort')
  const key = sorts.find((one) => one === named) ?? (hasOwnOrder ? undefined : sorts[0])
  const given = textIn(search, 'dir')
  const dir = given === 'asc' || given === 'desc' ? given : key === sorts[0] ? usual : 'asc'
  const sort = key && { key, dir }
  const order = sort && { sort: key, dir }
  const page = pageParam(search['page']) ?? 1
  return {
    filter,
    sort,
    page,
    pageSize,
    input: { ...filter, ...order, page, page_size: pageSize },
    shown: { ...filter, ...order },
    isNarrowed: Object.keys(filter).length > 0,
  }
}

/**
 * The state of a list, kept in the address: filter by the contract's names, order and page. Back undoes a page change; changing a filter
 * replaces the address. Other parameters (what is open next to the list) stay.
 */
export function useList<Filter extends object, SortKey extends string>(
  filters: Filters<Filter>,
  options: ListOptions<SortKey>,
): ListState<Filter, SortKey> {
  const search = useRawSearch()
  const navigate = useNavigate()
  const go = (change: Record<string, unknown>, replace: boolean) =>
    void navigate({
      to: '.',
      search: (before: object) => definedParams({ ...before, page: undefined, ...change }) as never,
      replace,
      resetScroll: false,
    })
  return stateOf(filters, options, search, go)
}

/** The state of a list that is part of a form, kept while the form is open and not in the address. */
export function useOwnList<Filter extends object, SortKey extends string>(
  filters: Filters<Filter>,
  options: ListOptions<SortKey>,
): ListState<Filter, SortKey> {
  const [search, setSearch] = useState<RawSearch>({})
  return stateOf(filters, options, search, (change) =>
    setSearch((before) => definedParams({ ...before, page: undefined, ...change })),
  )
}

function stateOf<Filter extends object, SortKey extends string>(
  filters: Filters<Filter>,
  options: ListOptions<SortKey>,
  search: RawSearch,
  go: (change: Record<string, unknown>, replace: boolean) => void,
): ListState<Filter, SortKey> {
  return {
    filters,
    ...readList(filters, options, search),
    set: (change) => go(writeFilter(filters, change), true),
    clear: () => {
      const names = Object.keys(filters).map((name) => [name, undefined])
      go(writeFilter(filters, Object.fromEntries(names) as Change<Filter>), true)
    },
    sortBy: ({ key, dir }) => go({ sort: key, dir }, true),
    toPage: (page, isGone = false) => go({ page: page === 1 ? undefined : page }, isGone),
  } as ListState<Filter, SortKey>
}

/** One page of rows that are already loaded, in the chosen order. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  { page, pageSize }: { page: number; pageSize: number },
): { rows: readonly Row[]; page: number; total: number } {
  const last = Math.max(1, Math.ceil(rows.length / pageSize))
  const shown = Math.min(page, last)
  return { rows: rows.slice((shown - 1) * pageSize, shown * pageSize), page: shown, total: rows.length }
}
