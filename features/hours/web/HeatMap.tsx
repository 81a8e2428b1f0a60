import { specialtyName } from '#core/specialties.ts'
import type { ReactNode } from 'react'
import type { HeatRow } from '../contract.ts'
import { HoursTable } from './HoursTable.tsx'
import classes from './Progress.module.css'

/** A table of cohorts by specialty with the share of required hours that is credited or scheduled; cells are also colored. */
export function HeatMap({ heat }: { heat: readonly HeatRow[] }): ReactNode {
  const specialties = [
    ...new Set(heat.flatMap(({ cells }) => cells.map(({ specialty }) => specialty))),
  ].toSorted()
  if (specialties.length === 0)
    return (
      <p className={classes.note}>
        The map appears when a program or cohort says how many hours each specialty needs.
      </p>
    )
  return (
    <HoursTable
      label="Share of required hours by cohort and specialty"
      heads={['Cohort', 'Students', 'At risk', ...specialties.map((specialty) => specialtyName(specialty))]}
      rows={heat.map(({ cohort_id, cohort_name, students, at_risk, cells }) => ({
        key: cohort_id ?? 'none',
        name: cohort_name ?? 'No cohort',
        cells: [
          { text: String(students) },
          { text: String(at_risk) },
          ...specialties.map((specialty) => {
            const cell = cells.find((one) => one.specialty === specialty)
            const share = cell && Math.floor((cell.projected / cell.required) * 100)
            return share === undefined ? { text: '—' } : { text: `${share}%`, share }
          }),
        ],
      }))}
    />
  )
}
