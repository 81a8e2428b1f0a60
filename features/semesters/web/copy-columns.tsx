import { Checkbox } from '@mantine/core'
import { clockRange, formatClockTime } from '#core/clock-time.ts'
import { formatDate } from '#core/plain-date.ts'
import type { Column } from '#ui/DataTable.tsx'
import type { CopyFlag, CopyRow } from '../contract.ts'
import { copyFlagLabels, skipReasonLabels } from '../rules.ts'
import classes from './CopyDialog.module.css'

/** A flag in words, with the day's name or the reason if there is one. */
function flagText(flag: CopyFlag, { occasion, closed }: Pick<CopyRow, 'occasion' | 'closed'>): string {
  const because =
    flag === 'closed_to_students' ? closed : flag === 'on_holiday' || flag === 'on_break' ? occasion : null
  return because ? `${copyFlagLabels[flag]}: ${because}` : copyFlagLabels[flag]
}

/** The columns of the preview of a copy; each shift has a box to include it. */
export function columnsOf(onChoose: (row: CopyRow, wanted: boolean) => void): Column<CopyRow>[] {
  return [
    {
      key: 'date',
      title: 'New date',
      render: (row) => (
        <div className={classes.row}>
          <Checkbox
            aria-label={`Copy ${row.title ?? 'the shift'} of ${formatDate(row.from_date, 'weekday')}, ${formatClockTime(row.start_time)}`}
            checked={row.included}
            onChange={({ currentTarget }) => onChoose(row, currentTarget.checked)}
          />
          <span className={classes.dates}>
            <span className={row.included ? undefined : classes.out}>{formatDate(row.date, 'weekday')}</span>
            <small>from {formatDate(row.from_date, 'weekday')}</small>
          </span>
        </div>
      ),
    },
    { key: 'time', title: 'Time', render: (row) => clockRange(row.start_time, row.end_time) },
    {
      key: 'unit',
      title: 'Shift',
      render: (row) => [...new Set([row.title, row.unit_name])].filter(Boolean).join(', ') || '—',
    },
    {
      key: 'flags',
      title: 'Flags',
      render: ({ flags, occasion, closed, skip_reason: reason }) =>
        flags.length === 0 && !reason ? (
          '—'
        ) : (
          <div className={classes.flags}>
            {flags.map((flag) => (
              <span key={flag} className={classes.flag}>
                {flagText(flag, { occasion, closed })}
              </span>
            ))}
            {reason === 'left_out' && <span className={classes.out}>{skipReasonLabels.left_out}</span>}
          </div>
        ),
    },
  ]
}
