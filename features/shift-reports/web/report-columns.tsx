import { clockRange, clockWords, wallTime } from '#core/clock-time.ts'
import { formatDate, formatInstant, todayIn } from '#core/plain-date.ts'
import { facilityLabel } from '#features/shifts/web/public.ts'
import type { Column } from '#ui/DataTable.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { ReportRow } from '../contract.ts'

/** Where and when the shift of a report was, and until when it is to be written: in the lists of instructors and of schools. */
export const reportColumns: Record<'location' | 'when' | 'due', Column<ReportRow>> = {
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
    text: (row) => formatInstant(row.due_at, row.time_zone, 'weekday'),
    render: ({ due_at: due, time_zone: zone }) => (
      <TwoLines
        first={formatDate(todayIn(zone, Date.parse(due)), 'weekday')}
        second={clockWords(wallTime(due, zone))}
        isWhole
      />
    ),
  },
}
