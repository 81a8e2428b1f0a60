import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import type { Proposal, ShiftDetail } from '../contract.ts'
import classes from './Differences.module.css'
import { hoursWords, facilityLabel } from './shift-words.ts'

/** The differences of a proposal, old → new, line by line. */
export function Differences({
  shift,
  proposal,
}: {
  shift: ShiftDetail
  proposal: Proposal & { unit_label?: string | null | undefined }
}): ReactNode {
  const hours = hoursWords(shift)
  const newHours = hoursWords({
    start_time: proposal.start_time ?? shift.start_time,
    end_time: proposal.end_time ?? shift.end_time,
  })
  const lines: [string, string, string][] = [
    ['Date', formatDate(shift.date, 'weekday'), formatDate(proposal.date ?? shift.date, 'weekday')],
    ['Time', hours, newHours],
    [
      'Location',
      facilityLabel(shift),
      proposal.facility_id ? (proposal.unit_label ?? 'Another unit') : facilityLabel(shift),
    ],
    ['Seats', String(shift.capacity), String(proposal.capacity ?? shift.capacity)],
  ]
  return (
    <ul className={classes.list} aria-label="What would change">
      {lines
        .filter(([, old, now]) => old !== now)
        .map(([name, old, now]) => (
          <li key={name}>
            <span className={classes.name}>{name}</span> <del>{old}</del> → <ins>{now}</ins>
          </li>
        ))}
    </ul>
  )
}
