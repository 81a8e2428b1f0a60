import { hoursIn } from '#core/number-text.ts'
import { attendanceLabels } from '#features/attendance/rules.ts'
import type { Report, ReportRow } from '../contract.ts'

/** How many students a report is about, and how many were absent: "5, 1 absent". */
export const studentsWords = ({ students, away }: Pick<ReportRow, 'students' | 'away'>): string =>
  `${students}${away > 0 ? `, ${away} absent` : ''}`

/** The hours of a student who came, even if none are credited, otherwise their status: "Jenna Park 6 h", "Jenna Park: no-show". */
export const hoursOf = ({
  full_name: name,
  minutes,
  status,
}: Pick<Report['attendance'][number], 'full_name' | 'minutes' | 'status'>): string =>
  minutes > 0 || status === 'completed'
    ? `${name} ${hoursIn(minutes)} h`
    : `${name}: ${attendanceLabels[status].toLowerCase()}`
