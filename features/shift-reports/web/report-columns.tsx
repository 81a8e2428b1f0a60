import { clockRange, formatClockTime, wallTime } from '#core/clock-time.ts'
import { formatDate, formatInstant, todayIn } from '#core/plain-date.ts'
import { facilityLabel } from '#features/shifts/web/public.ts'
import type { Column } from '#ui/DataTable.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { ReportRow } from '../contract.ts'

type Shown = Pick<ReportRow, 'date' | 'start_time' | 'end_time' | 'time_zone' | 'unit_name' | 'site_name'> & {
  /** Null if there is no report yet. */
  due_at: string | null
}

/** Where and when the shift was, and when its report is due, for the lists of instructors and schools. */
export const reportColumns: Record<'location' | 'when' | 'due', Column<Shown>> = {
  location: {
    key: 'location',
    title: 'Shift',
    text: facilityLabel,
    render: (row) =>
      row.unit_name ? <TwoLines first={row.unit_name} second={row.site_name} /> : facilityLabel(row),
  },
  when: {
    key: 'when',
    title: 'When',
    text: (row) => `${formatDate(row.date, 'weekday')}, ${clockRange(row.start_time, row.end_time)}`,
    render: (row) => (
      <TwoLines
        first={formatDate(row.date, 'weekday')}
        second={clockRange(row.start_time, row.end_time)}
        isWhole
      />
    ),
  },
  due: {
    key: 'due',
    title: 'Due',
    text: ({ due_at: due, time_zone: zone }) => (due ? formatInstant(due, zone, 'weekday') : '—'),
    render: ({ due_at: due, time_zone: zone }) =>
      due ? (
        <TwoLines
          first={formatDate(todayIn(zone, Date.parse(due)), 'weekday')}
          second={formatClockTime(wallTime(due, zone))}
          isWhole
        />
      ) : (
        '—'
      ),
  },
}
