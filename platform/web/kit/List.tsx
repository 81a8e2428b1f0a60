import { Button } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { type Column, DataTable, type DataTableProps } from '#ui/DataTable.tsx'
import type { EmptyStateProps } from '#ui/EmptyState.tsx'
import { ExportButton } from '#ui/ExportButton.tsx'
import { ExportMenu } from '#ui/ExportMenu.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import type { QueryLike } from '#ui/Loaded.tsx'
import { OfflineState } from '#ui/OfflineState.tsx'
import { usePageCommands } from '#ui/palette-host.ts'
import { singleKeys, useSingleKey } from '#ui/shortcuts.ts'
import { toast } from '#ui/toast.ts'
import { isRefusal, messageOf } from '../api.ts'
import type { ActionsKit } from './use-actions.tsx'
import { headingsOf, useShownColumns } from './columns.ts'
import { DisplayMenu } from './DisplayMenu.tsx'
import type { Chosen } from './filters.ts'
import { ListFilters, type ListFiltersProps } from './ListFilters.tsx'
import { useListPreferences } from './preferences.ts'
import type { ListFile } from './save-list.ts'
import { type RowsExport, useRowsFile } from './use-rows-file.ts'
import classes from './List.module.css'

/** What a file contains. Only the call knows its sort keys. */
type Exported<Filter extends object> = Chosen<Filter> & { sort?: never; dir?: 'asc' | 'desc' }

/**
 * How a list is exported: as a file at a URL, by a mutation that makes one from the current filter and order, or from all rows, of which
 * the list itself makes a file: the shown columns with their texts (`Column.text`). The first two get the columns that are on screen if the
 * person chose them: `hrefOf` receives their headings.
 */
export type ListExport<Row extends object, Filter extends object> =
  | {
      hrefOf: (format: 'csv' | 'xlsx', columns: readonly string[] | undefined) => string
      /** The URL of a PDF, which has columns of its own. */
      pdfHref?: string
    }
  | {
      isPending: boolean
      mutate: (shown: Exported<Filter>, then: { onSuccess: (file: ListFile) => void }) => void
    }
  | RowsExport<Row>

export interface ListProps<Row extends object, Filter extends object> extends Omit<
  ListFiltersProps<Filter>,
  'end' | 'hrefOf'
> {
  /** What the rows are, such as "People". The choice of columns is stored under it. */
  label: string
  /** A page of the list; the previous one stays until the next is loaded. */
  query: QueryLike<unknown> & { isPlaceholderData?: boolean }
  rows: readonly Row[] | undefined
  total: number | undefined
  /** The page that is shown, if it is not the one in the address, because rows that are all loaded end earlier. */
  page?: number
  /** There are more rows than the total, which stopped counting. */
  isMore?: boolean
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  rowLabel: (row: Row) => string
  /** Makes the first column a link. */
  rowHref?: (row: Row) => string | undefined
  /** A row on a phone, if its columns take more than two lines. */
  card?: DataTableProps<Row>['card']
  actions?: ActionsKit<Row>
  /**
   * Selects everything that the filter finds, on all pages, at once: as the filter itself, for which `bulk` renders the bar, or as rows
   * that `load` returns, at most `most`.
   */
  all?:
    | { most: number; bulk: (total: number, onDone: () => void) => ReactNode }
    | { most: number; load: () => Promise<readonly Row[]> }
    | undefined
  exported?: ListExport<Row, Filter> | undefined
  failedTitle: string
  /** Shown if the list is empty and no filter is set; a function is called with a filter set too. */
  empty: EmptyStateProps | ((isNarrowed: boolean) => EmptyStateProps)
  /** Between the filters and the rows: other views of the list. */
  tabs?: ReactNode
  /** After the filters, at the end of the line. */
  end?: ReactNode
  /** False if the page renders the filters elsewhere. */
  hasFilters?: boolean
  /** Cells contain fields whose values the caller keeps. */
  hasFields?: boolean
}

/**
 * A list: filters, chips, saved views, export, choice of columns, selection across pages, rows or cards, paging, and loading, empty and
 * error states. In the list, j and k move between rows, x selects, Enter opens, and each action's key applies it to the row.
 */
export function List<Row extends object, Filter extends object>(props: ListProps<Row, Filter>): ReactNode {
  const { list, query, rows, columns, label, exported, end, actions, rowKey, hasFilters = true } = props
  const { columns: shown, isChosen } = useShownColumns(label, columns)
  const headings = isChosen ? headingsOf(shown) : undefined
  const ownFile = useRowsFile(exported && 'rows' in exported ? exported : undefined, shown, rowKey)
  const save = () => {
    if (exported && 'mutate' in exported)
      exported.mutate(list.shown as Exported<Filter>, {
        onSuccess: (file) => void saving().then((to) => to.saveList(file, headings)),
      })
    else ownFile.mutate()
  }
  const root = useRef<HTMLDivElement>(null)
  const selection = useSelection(props)
  const focused = useRef<string>(undefined)
  const rowOf = (id: string | undefined) => rows?.find((row) => rowKey(row) === id)

  usePageCommands(() => {
    const row = rowOf(focused.current)
    const chosen = selection.rows.length > 0 ? selection.rows : row ? [row] : []
    return [
      ...(actions && chosen.length > 0 ? actions.commandsOf(chosen, selection.clear) : []),
      ...(exported
        ? [
            {
              id: 'export',
              group: 'Actions',
              label: `Export ${label.toLowerCase()}`,
              action: 'hrefOf' in exported ? () => location.assign(exported.hrefOf('csv', headings)) : save,
            },
          ]
        : []),
      ...(list.isNarrowed
        ? [{ id: 'clear filters', group: 'Actions', label: 'Clear filters', action: list.clear }]
        : []),
    ]
  })
  // Pressed anywhere on the page, j moves into the first list; inside, the list handles its own keys.
  const enter = useCallback(() => {
    const first = document.querySelector('[data-list]')
    if (first === root.current && !root.current?.contains(document.activeElement))
      linesIn(root.current)[0]?.focus()
  }, [])
  useSingleKey('j', enter)

  function press(event: KeyboardEvent<HTMLDivElement>): void {
    const target = event.target as HTMLElement
    if (event.altKey || event.ctrlKey || event.metaKey || !singleKeys.isOn()) return
    if (target.closest('input:not([type=checkbox]), select, textarea, [role="menu"], [role="dialog"]')) return
    const lines = linesIn(event.currentTarget)
    const at = lines.findIndex((line) => rowAt(line)?.contains(target))
    if (at < 0) return
    const row = rows?.[at]
    if (event.key === 'j' || event.key === 'k') lines[at + (event.key === 'j' ? 1 : -1)]?.focus()
    else if (event.key === 'x' && row && selection.isOn) selection.toggle(row)
    else if (!row || event.key.length !== 1 || !actions?.press(event.key, row)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of its rows, and has none of its own
    <div
      className={classes.list}
      ref={root}
      data-list
      onKeyDown={press}
      onFocus={({ target }) => {
        const at = linesIn(root.current).findIndex((line) => rowAt(line)?.contains(target))
        const row = at < 0 ? undefined : rows?.[at]
        focused.current = row && rowKey(row)
      }}
    >
      {hasFilters && (
        <ListFilters
          {...props}
          end={
            <>
              {end}
              {columns.length > 2 && <DisplayMenu list={label} columns={columns} />}
              {exported &&
                ('hrefOf' in exported ? (
                  <ExportMenu
                    hrefOf={(format) => exported.hrefOf(format, headings)}
                    pdfHref={exported.pdfHref}
                  />
                ) : (
                  <ExportButton
                    isPending={'mutate' in exported ? exported.isPending : ownFile.isPending}
                    disabled={props.total === 0}
                    onClick={save}
                  />
                ))}
            </>
          }
        />
      )}
      {props.tabs}
      {query.data === undefined && query.fetchStatus === 'paused' ? (
        <OfflineState />
      ) : query.isError && query.data === undefined ? (
        <FailedState
          title={props.failedTitle}
          error={query.error}
          // A retry does not change a refusal.
          {...(!isRefusal(query.error) && { onRetry: () => void query.refetch?.() })}
          isRetrying={query.isFetching ?? false}
        />
      ) : (
        <Table {...props} columns={shown} selection={selection} />
      )}
      {actions?.dialog}
    </div>
  )
}

const saving = () => import('./save-list.ts')

type Selected<Row extends object> = ReturnType<typeof useSelection<Row, object>>

function Table<Row extends object, Filter extends object>({
  list,
  query,
  label,
  rows,
  columns,
  rowKey,
  rowLabel,
  rowHref,
  card,
  actions,
  total,
  page = list.page,
  isMore = false,
  hasFields = false,
  all,
  empty,
  selection,
}: ListProps<Row, Filter> & { selection: Selected<Row> }): ReactNode {
  const { isCompact } = useListPreferences()
  const menu = actions && actions.actions.length > 0 ? actions.menuOf : undefined
  const { isAll } = selection
  return (
    <DataTable<Row>
      label={label}
      rows={rows}
      columns={columns}
      rowKey={rowKey}
      rowLabel={rowLabel}
      {...(rowHref && { rowHref })}
      card={card}
      {...(menu && { rowActions: menu })}
      isCompact={isCompact}
      hasFields={hasFields}
      {...(list.sort && { sort: list.sort })}
      onSortChange={list.sortBy}
      page={page}
      pageSize={list.pageSize}
      total={total}
      isMore={isMore}
      onPageChange={list.toPage}
      isLoading={query.isPlaceholderData ?? false}
      empty={
        typeof empty === 'function'
          ? empty(list.isNarrowed)
          : list.isNarrowed
            ? {
                title: `No matching ${label.toLowerCase()}`,
                description: 'Try fewer filters, or another part of the name.',
                action: (
                  <Button variant="default" onClick={list.clear}>
                    Clear filters
                  </Button>
                ),
              }
            : empty
      }
      {...(selection.isOn && {
        selection: {
          selected: (isAll ? (rows ?? []) : selection.rows).map(rowKey),
          onChange: selection.choose,
          ...(all &&
            total !== undefined &&
            !isMore &&
            ('load' in all || total <= all.most) && {
              all: {
                total,
                most: all.most,
                isAll,
                onAll: () =>
                  'load' in all
                    ? void all
                        .load()
                        .then(selection.chooseRows, (error: unknown) =>
                          toast.error('Could not select them all', messageOf(error)),
                        )
                    : selection.chooseAll(),
              },
            }),
          actions:
            isAll && all && 'bulk' in all
              ? all.bulk(total ?? 0, selection.clear)
              : actions?.bulkOf(selection.rows, selection.clear),
          notes: isAll ? [] : actions?.leftOut(selection.rows),
        },
      })}
    />
  )
}

/** The selection, with whole rows and not only their ids, because rows of other pages are acted on too. */
function useSelection<Row extends object, Filter extends object>({
  actions,
  rows,
  rowKey,
  list,
}: Pick<ListProps<Row, Filter>, 'actions' | 'rows' | 'rowKey' | 'list'>) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  // The filter whose rows are all selected; another filter finds other rows.
  const [allOf, setAllOf] = useState<string>()
  const filter = JSON.stringify(list.filter)
  const isOn = actions?.actions.some(({ isBulk }) => isBulk) ?? false
  // Actions get the current version of the selected rows.
  const now = useMemo(
    () => new Map([...chosen, ...(rows ?? []).map((row) => [rowKey(row), row] as const)]),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- rowKey is the same rule each time
    [chosen, rows],
  )
  const choose = (ids: readonly string[]) => {
    setAllOf(undefined)
    setChosen(new Map(ids.flatMap((id) => (now.has(id) ? [[id, now.get(id)!] as const] : []))))
  }
  return {
    isOn,
    rows: [...chosen.keys()].map((id) => now.get(id)!),
    isAll: allOf === filter,
    choose,
    chooseRows: (all: readonly Row[]) => {
      setAllOf(undefined)
      setChosen(new Map(all.map((row) => [rowKey(row), row])))
    },
    toggle: (row: Row) => {
      const id = rowKey(row)
      choose(chosen.has(id) ? [...chosen.keys()].filter((one) => one !== id) : [...chosen.keys(), id])
    },
    chooseAll: () => setAllOf(filter),
    clear: () => {
      setChosen(new Map())
      setAllOf(undefined)
    },
  }
}

const ROWS = 'tbody tr, ul > li[data-row]'
const rowAt = (element: Element): Element | null => element.closest(ROWS)

/** What takes the focus in each row: its link, or its menu if it has no link. */
function linesIn(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>(ROWS) ?? [])].flatMap((row) => {
    const line = row.querySelector<HTMLElement>('a[href]') ?? row.querySelector<HTMLElement>('button')
    return line ? [line] : []
  })
}
