import type { ReactNode } from 'react'
import { hoursWords } from '#features/shifts/web/public.ts'
import { Link } from '#ui/Link.tsx'
import type { CapstoneDay } from '../contract.ts'
import classes from './Facility.module.css'

/** The hours and school of a capstone student’s day; a link to the project for those who may open it. */
export function CapstoneLink({ row }: { row: CapstoneDay }): ReactNode {
  const words = `${hoursWords(row)}, ${row.school_name}`
  return row.project_id === null ? (
    <span>{words}</span>
  ) : (
    <Link href={`/facility/preceptors/${row.project_id}`} className={classes.dayLink}>
      {words}
    </Link>
  )
}
