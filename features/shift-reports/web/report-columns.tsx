import { clockRange, formatClockTime, wallTime } from '#core/clock-time.ts'
import { dayIn, formatDate, todayIn } from '#core/plain-date.ts'
import { facilityLabel } from '#features/shifts/web/public.ts'
import type { Column } from '#ui/DataTable.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { ReportRow } from '../contract.ts'
import { studentsWords } from './students-words.ts'

type Shown = Pick<
  ReportRow,
  'date' | 'start_time' | 'end_time' | 'time_zone' | 'unit_name' | 'site_name' | 'students' | 'away'
> & {
  /** Null if there is no report yet. */
  due_at: string | null
}

/** Where and when the shift was, and when its report is due, for the lists of instructors and schools. */
export const reportColumns: Record<'location' | 'when' | 'students' | 'due', Column<Shown>> = {
  location: {
    key: 'location',
    title: 'Shift',
    // Otherwise the names of unit and site wrap next to empty columns.
    width: 240,
    file: ['Unit', 'Site'],
    text: (row) => (row.unit_name ? [row.unit_name, row.site_name] : [facilityLabel(row), null]),
    render: (row) =>
      row.unit_name ? <TwoLines first={row.unit_name} second={row.site_name} /> : facilityLabel(row),
  },
  when: {
    key: 'when',
    title: 'When',
    file: ['Date', 'Start', 'End'],
    text: (row) => [row.date, row.start_time.slice(0, 5), row.end_time.slice(0, 5)],
    render: (row) => (
      <TwoLines
        first={formatDate(row.date, 'weekday')}
        second={clockRange(row.start_time, row.end_time)}
        isWhole
      />
    ),
  },
  students: {
    key: 'students',
    title: 'Students',
    align: 'right',
    file: ['Students', 'Absent'],
    text: ({ students, away }) => [students, away],
    render: studentsWords,
  },
  due: {
    key: 'due',
    title: 'Due',
    text: ({ due_at: due, time_zone: zone }) => (due ? `${dayIn(zone, due)} ${wallTime(due, zone)}` : null),
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
