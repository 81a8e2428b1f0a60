import 'mantine-datatable/styles.layer.css'

import { Checkbox, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { DataTable as MantineDataTable } from 'mantine-datatable'
import { memo, type ReactNode, useDeferredValue } from 'react'

import type { CsvCell } from '#core/csv.ts'
import { formatNumber } from '#core/number-text.ts'
import { EmptyState, type EmptyStateProps } from './EmptyState.tsx'
import { Link } from './Link.tsx'
import { Pager, useGonePage } from './Pager.tsx'
import { RowActions, type RowAction } from './RowActions.tsx'
import { Skeletons } from './Skeletons.tsx'
import { useIsPhone } from './use-is-phone.ts'
import classes from './DataTable.module.css'

export interface Column<Row> {
  key: string
  title: string
  render: (row: Row) => ReactNode
  /** The caller sorts: the table only reports the choice. */
  sortable?: boolean
  align?: 'left' | 'center' | 'right'
  width?: number | string
  /** On a phone, where rows are cards, 'hide' leaves it out. The first column is the card's title. */
  phone?: 'show' | 'hide'
  /** Cuts long text with an ellipsis. */
  ellipsis?: boolean
  /** Its headings in the list's file, if they are not its title or key. */
  file?: readonly string[]
  /** Its cells in the list's file, one for each heading, if they are not the text that it renders. */
  text?: (row: Row) => CsvCell | readonly CsvCell[]
  /** Hidden until the person shows it. */
  isExtra?: boolean
}

export interface Sort {
  key: string
  dir: 'asc' | 'desc'
}

export interface Selection {
  selected: readonly string[]
  onChange: (ids: string[]) => void
  /** More rows than this page has can be selected at once. */
  all?: { total: number; most?: number; isAll: boolean; onAll: () => void }
  /** Buttons of the bar that appears while something is selected. */
  actions: ReactNode
  /** Shown below the bar: which rows its buttons leave out. */
  notes?: readonly string[] | undefined
}

export interface DataTableProps<Row> {
  /** What the rows are, for assistive technology: "Semesters". */
  label: string
  rows: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** A row's name, used in "Actions for …" and "Select …". */
  rowLabel?: (row: Row) => string
  /** Makes the first column a link. */
  rowHref?: (row: Row) => string | undefined
  /** A row on a phone, with at most two lines below its title, instead of a fact for each column; the title links to the row. */
  card?: ((row: Row) => { title: ReactNode; lines: readonly ReactNode[] }) | undefined
  rowActions?: readonly RowAction<Row>[] | ((row: Row) => readonly RowAction<Row>[])
  sort?: Sort | undefined
  onSortChange?: (sort: Sort) => void
  /** 1-based. */
  page?: number
  pageSize?: number
  total?: number | undefined
  /** There are more rows than the total, which stopped counting. */
  isMore?: boolean
  /** `isGone`: the page has no rows anymore, so Back must not lead to it. */
  onPageChange?: (page: number, isGone?: boolean) => void
  isLoading?: boolean
  empty?: EmptyStateProps
  selection?: Selection
  /** Cells contain fields whose values the caller keeps. */
  hasFields?: boolean
  /** Rows closer together. */
  isCompact?: boolean
  /** The row that something next to the table highlights, and a callback for the row under the pointer or focus: a list next to its map. */
  pointed?: string | undefined
  onPoint?: (id: string | undefined) => void
}

/** Rows as a table, or as cards on a phone; the caller handles page, sort and filter (kept in the address). */
export function DataTable<Row>(props: DataTableProps<Row>) {
  // Rendered between frames, so that typing and pressing do not wait for fifty rows. A checkbox is rendered at once, on the previous rows,
  // whose cells are not rendered again for it.
  const later = useDeferredValue(props)
  const ticked =
    String(props.selection?.selected) === String(later.selection?.selected) ? undefined : props.selection
  const rendered = props.hasFields || !later.rows ? props : ticked ? { ...later, selection: ticked } : later
  const { page, pageSize, total, isMore, onPageChange, label, rows, selection, isLoading } = props
  const isGone = useGonePage(
    {
      page: page ?? 1,
      pageSize: pageSize ?? 1,
      rows: isLoading || !onPageChange ? undefined : rows?.length,
      total,
    },
    onPageChange ?? nothing,
  )
  if (!rows || isGone) return <Skeletons shape="table" />
  return (
    <div className={classes.root}>
      {selection && selection.selected.length > 0 && (
        <>
          <BulkBar selection={selection} />
          {selection.notes?.map((note) => (
            <Text key={note} component="output" size="sm" c="dimmed">
              {note}
            </Text>
          ))}
        </>
      )}
      <Rows {...(rendered as DataTableProps<unknown>)} />
      {page !== undefined && pageSize !== undefined && onPageChange && !!total && (
        <Pager {...{ page, pageSize, total, onPageChange, label }} {...(isMore && { isMore })} />
      )}
    </div>
  )
}

const nothing = () => {}

const Rows = memo(function Rows(props: DataTableProps<unknown>) {
  const { rows = [], empty } = props
  const isPhone = useIsPhone()
  if (rows.length === 0 && !props.isLoading)
    return <EmptyState compact titleOrder={3} {...(empty ?? { title: 'Nothing here yet' })} />
  return isPhone ? <Cards {...props} rows={rows} /> : <Grid {...props} rows={rows} />
})

type Rendered<Row> = DataTableProps<Row> & { rows: readonly Row[] }

function actionsOf<Row>(rowActions: DataTableProps<Row>['rowActions'], row: Row) {
  return typeof rowActions === 'function' ? rowActions(row) : (rowActions ?? [])
}

function Grid<Row>({
  label,
  rows,
  columns,
  rowKey,
  rowLabel = rowKey,
  rowHref,
  rowActions,
  sort,
  onSortChange,
  isLoading,
  selection,
  isCompact = false,
  pointed,
  onPoint,
}: Rendered<Row>) {
  return (
    <div className={classes.scroll} aria-busy={isLoading}>
      <MantineDataTable<Row>
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': label } }}
        records={rows as Row[]}
        idAccessor={rowKey as (row: Row) => React.Key}
        fetching={isLoading ?? false}
        minHeight={0}
        noRecordsIcon={<span />}
        noRecordsText=""
        highlightOnHover
        // The row's actions stay visible, however wide the rows are.
        pinLastColumn={rowActions !== undefined}
        {...(onPoint && {
          customRowAttributes: (row: Row) => ({
            'data-pointed': rowKey(row) === pointed || undefined,
            onMouseEnter: () => onPoint(rowKey(row)),
            onMouseLeave: () => onPoint(undefined),
            onFocus: () => onPoint(rowKey(row)),
            onBlur: () => onPoint(undefined),
          }),
        })}
        horizontalSpacing="sm"
        verticalSpacing={isCompact ? 1 : 6}
        columns={[
          ...columns.map((column, index) => ({
            accessor: column.key,
            title:
              column.sortable && onSortChange ? (
                <SortButton column={column} sort={sort} onSortChange={onSortChange} />
              ) : (
                column.title
              ),
            textAlign: column.align ?? ('left' as const),
            // Numbers stay on one line, so that they can be compared.
            ...(column.align === 'right' && { cellsClassName: classes.figure }),
            ...(column.width !== undefined && { width: column.width }),
            ...(column.ellipsis && { ellipsis: true as const }),
            render: (row: Row) => (
              <GridCell
                row={row}
                column={column as unknown as Column<unknown>}
                href={index === 0 ? rowHref?.(row) : undefined}
              />
            ),
          })),
          ...(rowActions
            ? [
                {
                  accessor: 'row-actions',
                  title: <VisuallyHidden>Actions</VisuallyHidden>,
                  textAlign: 'right' as const,
                  width: 56,
                  render: (row: Row) => (
                    <ActionsCell {...({ row, rowActions, rowLabel } as unknown as ActionsCellProps)} />
                  ),
                },
              ]
            : []),
        ]}
        {...(selection && {
          selectedRecords: selectedOf(rows, rowKey, selection.selected),
          onSelectedRecordsChange: (selected: Row[]) =>
            selection.onChange(mergeSelection(selection.selected, rows.map(rowKey), selected.map(rowKey))),
          allRecordsSelectionCheckboxProps: { 'aria-label': 'Select all rows on this page' },
          getRecordSelectionCheckboxProps: (row: Row) => ({ 'aria-label': `Select ${rowLabel(row)}` }),
        })}
      />
    </div>
  )
}

function selectedOf<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  selected: readonly string[],
): Row[] {
  const ids = new Set(selected)
  return rows.filter((row) => ids.has(rowKey(row)))
}

/** The selection after a page's part of it changed: other pages keep theirs. */
function mergeSelection(
  before: readonly string[],
  onPage: readonly string[],
  selectedOnPage: readonly string[],
): string[] {
  const here = new Set(onPage)
  return [...before.filter((id) => !here.has(id)), ...selectedOnPage]
}

function CellContent<Row>({
  row,
  column,
  href,
}: {
  row: Row
  column: Column<Row>
  href: string | undefined
}) {
  return <RowLink href={href}>{contentOf(column, row)}</RowLink>
}

/** What a cell shows; a plain number is formatted. */
function contentOf<Row>(column: Column<Row>, row: Row): ReactNode {
  const content = column.render(row)
  return typeof content === 'number' ? formatNumber(content) : content
}

function RowLink({ href, children }: { href: string | undefined; children: ReactNode }): ReactNode {
  return href ? (
    <Link href={href} className={classes.rowLink}>
      {children}
    </Link>
  ) : (
    children
  )
}

/** A cell of the grid; not rendered again while its row and column are the same. */
const GridCell = memo(CellContent<unknown>)

interface ActionsCellProps {
  row: unknown
  rowActions: DataTableProps<unknown>['rowActions']
  rowLabel: (row: unknown) => string
}

const ActionsCell = memo(function ActionsCell({ row, rowActions, rowLabel }: ActionsCellProps) {
  return <RowActions row={row} name={rowLabel(row)} actions={actionsOf(rowActions, row)} />
})

interface SortButtonProps<Row> {
  column: Column<Row>
  sort: Sort | undefined
  onSortChange: (sort: Sort) => void
}

function SortButton<Row>({ column, sort, onSortChange }: SortButtonProps<Row>) {
  const dir = sort?.key === column.key ? sort.dir : undefined
  const Arrow = dir === undefined ? IconArrowsSort : dir === 'asc' ? IconArrowUp : IconArrowDown
  return (
    <button
      type="button"
      className={classes.sort}
      data-active={dir !== undefined || undefined}
      // The table library gives no access to its header cell, which needs aria-sort.
      ref={(button) =>
        button
          ?.closest('th')
          ?.setAttribute('aria-sort', dir === undefined ? 'none' : dir === 'asc' ? 'ascending' : 'descending')
      }
      onClick={() => onSortChange({ key: column.key, dir: dir === 'asc' ? 'desc' : 'asc' })}
    >
      {column.title}
      <Arrow size={14} aria-hidden />
    </button>
  )
}

function Cards<Row>({
  label,
  rows,
  columns,
  rowKey,
  rowLabel = rowKey,
  rowHref,
  card,
  rowActions,
  sort,
  onSortChange,
  isLoading,
  selection,
}: Rendered<Row>) {
  const [first, ...rest] = columns
  const sortable = columns.filter((column) => column.sortable)
  return (
    <>
      {onSortChange && sortable.length > 0 && (
        <label className={classes.sortBy}>
          Sort by
          <select
            value={sort ? `${sort.key} ${sort.dir}` : ''}
            onChange={(event) => {
              const [key = '', dir] = event.currentTarget.value.split(' ')
              onSortChange({ key, dir: dir === 'desc' ? 'desc' : 'asc' })
            }}
          >
            {!sort && <option value="">Choose…</option>}
            {sortable.flatMap(({ key, title }) => [
              <option key={`${key} asc`} value={`${key} asc`}>{`${title}, ascending`}</option>,
              <option key={`${key} desc`} value={`${key} desc`}>{`${title}, descending`}</option>,
            ])}
          </select>
        </label>
      )}
      <ul className={classes.cards} aria-label={label} aria-busy={isLoading}>
        {rows.map((row) => {
          const id = rowKey(row)
          const own = card?.(row)
          const isSelected = selection?.selected.includes(id) ?? false
          return (
            <li key={id} className={classes.card} data-row data-selected={isSelected || undefined}>
              <div className={classes.cardHead}>
                {selection && (
                  <Checkbox
                    aria-label={`Select ${rowLabel(row)}`}
                    checked={isSelected}
                    onChange={() =>
                      selection.onChange(
                        isSelected
                          ? selection.selected.filter((other) => other !== id)
                          : [...selection.selected, id],
                      )
                    }
                  />
                )}
                <div className={classes.cardTitle}>
                  {own ? (
                    <RowLink href={rowHref?.(row)}>{own.title}</RowLink>
                  ) : (
                    first && <CellContent row={row} column={first} href={rowHref?.(row)} />
                  )}
                </div>
                {rowActions && (
                  <RowActions row={row} name={rowLabel(row)} actions={actionsOf(rowActions, row)} />
                )}
              </div>
              {own ? (
                own.lines.map((line, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- lines have no other name, and keep their order
                  <div key={at} className={classes.cardLine}>
                    {line}
                  </div>
                ))
              ) : (
                <dl className={classes.cardFacts}>
                  {rest
                    .filter((column) => column.phone !== 'hide')
                    .map((column) => (
                      <div key={column.key}>
                        <dt>{column.title}</dt>
                        <dd>{contentOf(column, row)}</dd>
                      </div>
                    ))}
                </dl>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function BulkBar({ selection }: { selection: Selection }) {
  const { all } = selection
  return (
    <div className={classes.bulk} role="toolbar" aria-label="Selected rows">
      <output>
        {all?.isAll
          ? `All ${formatNumber(all.total)} selected`
          : `${formatNumber(selection.selected.length)} selected`}
      </output>
      {all && !all.isAll && Math.min(all.total, all.most ?? all.total) > selection.selected.length && (
        <button type="button" className={classes.clear} onClick={all.onAll}>
          {all.total > (all.most ?? all.total)
            ? `Select the first ${formatNumber(all.most!)} of ${formatNumber(all.total)}`
            : `Select all ${formatNumber(all.total)}`}
        </button>
      )}
      <div className={classes.bulkActions}>{selection.actions}</div>
      <button type="button" className={classes.clear} onClick={() => selection.onChange([])}>
        Clear selection
      </button>
    </div>
  )
}
