import { specialtyLabels } from '#core/specialties.ts'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { clockRangeShort } from '#core/clock-time.ts'
import { formatDate } from '#core/plain-date.ts'
import type { Role } from '#core/roles.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { type Column, DataTable, type Selection, type Sort } from '#ui/DataTable.tsx'
import type { EmptyStateProps } from '#ui/EmptyState.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { ShiftPage, ShiftRow } from '../contract.ts'
import { leaderNames } from '../rules.ts'
import { ShiftStatusBadge } from './ShiftStatusBadge.tsx'
import {
  hoursWords,
  labelOf,
  nameOf,
  facilityLabel,
  seatNotes,
  takenWords,
  nextStepFor,
} from './shift-words.ts'

/** 'now' is shown below the status, in the same column. */
export type ShiftColumn = 'when' | 'shift' | 'school' | 'location' | 'state' | 'now' | 'seats' | 'instructor'

export interface ShiftTableProps {
  /** A page of shifts; undefined while it loads. */
  data: ShiftPage | undefined
  isLoading?: boolean
  columns?: readonly ShiftColumn[]
  page?: number
  pageSize?: number
  onPageChange?: (page: number, isGone?: boolean) => void
  sort?: Sort | undefined
  onSortChange?: (sort: Sort) => void
  /** False if there are too many shifts to sort by free seats. */
  isSeatsSortable?: boolean
  selection?: Selection
  empty?: EmptyStateProps
  label?: string
  /** Renders an editable cell around its content, and returns other cells unchanged. */
  editCell?: ((row: ShiftRow, column: ShiftColumn, shown: ReactNode) => ReactNode) | undefined
}

const usual: readonly ShiftColumn[] = ['when', 'shift', 'location', 'state', 'now', 'seats', 'instructor']

/** Shifts as rows, each with a link to its page; the caller controls page, sort and selection. */
export function ShiftTable({
  data,
  columns = usual,
  label = 'Shifts',
  isSeatsSortable = true,
  editCell,
  ...props
}: ShiftTableProps): ReactNode {
  const { role } = useMe()
  return (
    <DataTable
      {...props}
      label={label}
      rows={data?.rows}
      columns={shiftColumns({ columns, role, isSeatsSortable, editCell })}
      rowKey={({ id }) => id}
      rowLabel={labelOf}
      rowHref={({ id }) => `/shift/${id}`}
      card={shiftCard}
      total={data?.total}
      {...(data?.is_more && { isMore: true })}
      empty={
        props.empty ?? { title: 'No matching shifts', description: 'Clear filters or change the dates.' }
      }
    />
  )
}

interface ShiftColumnsOptions extends Pick<ShiftTableProps, 'isSeatsSortable' | 'editCell'> {
  columns?: readonly ShiftColumn[] | undefined
  role: Role
}

/** The columns of a list of shifts for the reader's role. */
export function shiftColumns({
  columns = usual,
  role,
  isSeatsSortable = true,
  editCell,
}: ShiftColumnsOptions): Column<ShiftRow>[] {
  return columns
    .filter((key) => key !== 'now')
    .map((key) => {
      const plain = column(key, columns.includes('now') ? (row) => nextStepFor(row.status, role) : undefined)
      return {
        ...plain,
        ...(editCell && { render: (row: ShiftRow) => editCell(row, key, plain.render(row)) }),
        ...(key === 'seats' && { sortable: isSeatsSortable }),
      }
    })
}

/** A shift as a card on a phone: time; status and name; location and taken seats. */
export const shiftCard = (row: ShiftRow): { title: ReactNode; lines: ReactNode[] } => ({
  title: `${formatDate(row.date, 'weekday')} · ${clockRangeShort(row.start_time, row.end_time)}`,
  lines: [
    <>
      <ShiftStatusBadge status={row.status} />
      <span>{nameOf(row)}</span>
    </>,
    <>
      <span>{facilityLabel(row)}</span>
      <strong>{takenWords(row)}</strong>
    </>,
  ],
})

function column(
  key: Exclude<ShiftColumn, 'now'>,
  nowOf: ((row: ShiftRow) => string) | undefined,
): Column<ShiftRow> {
  switch (key) {
    case 'when':
      return {
        key: 'date',
        title: 'When',
        file: ['Date', 'Start', 'End', 'Time zone'],
        sortable: true,
        render: (row) => (
          <TwoLines first={formatDate(row.date, 'weekday')} second={hoursWords(row)} isWhole />
        ),
      }
    case 'shift':
      return {
        key: 'shift',
        title: 'Shift',
        file: ['Title', 'Course', 'Specialty', 'Kind'],
        // Keeps the course and the specialty below it on one line each.
        render: (row) => (
          <div style={{ minWidth: 172 }}>
            <TwoLines
              first={nameOf(row)}
              second={[row.course_code, row.title && specialtyLabels[row.specialty]]
                .filter(Boolean)
                .join(' · ')}
            />
          </div>
        ),
      }
    case 'school':
      return {
        key: 'school',
        title: 'School',
        sortable: true,
        render: (row) => <div style={{ minWidth: 118 }}>{row.school_name}</div>,
      }
    case 'location':
      return {
        key: 'unit',
        title: 'Location',
        file: ['Unit', 'Site'],
        // Unit and site on one line each.
        width: 184,
        sortable: true,
        render: (row) =>
          row.unit_name ? <TwoLines first={row.unit_name} second={row.site_name} /> : facilityLabel(row),
      }
    case 'state':
      return {
        key: 'status',
        title: 'Status',
        sortable: true,
        render: (row) => (
          <>
            <ShiftStatusBadge status={row.status} />
            {nowOf?.(row) && (
              <Text component="div" size="xs" c="dimmed" mt={4} maw={200}>
                {nowOf(row)}
              </Text>
            )}
            {row.has_change && (
              <Text component="div" size="xs" c="var(--pw-orange-ink)">
                Change requested
              </Text>
            )}
          </>
        ),
      }
    case 'seats':
      return {
        key: 'seats',
        title: 'Seats',
        file: ['Seats', 'Taken', 'Waiting', 'Not cleared'],
        sortable: true,
        render: (row) => (
          <div style={{ minWidth: 104 }}>
            <TwoLines first={takenWords(row)} second={seatNotes(row).join(', ')} />
          </div>
        ),
      }
    case 'instructor':
      return {
        key: 'instructor',
        title: 'Instructor',
        file: ['Instructor', 'Preceptor'],
        render: (row) => leaderNames(row) ?? '—',
      }
  }
}
