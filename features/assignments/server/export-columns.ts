import { specialtyName } from '#core/specialties.ts'
import { shiftExportColumns } from '#features/shifts/server/public.ts'
import type { ExportColumn } from '#platform/server/export.ts'
import type { MakeupNeed, Swap } from '../contract.ts'
import { blockerOf, makeupLabels, availableActions, seatLabels, swapLabels } from '../rules.ts'
import type { ExportedShift } from './queries/export-shifts.ts'

/** The shift columns of a student's file: the common ones, the seat, and what blocks it. */
export const shiftColumns = (now: string): readonly ExportColumn<ExportedShift>[] => [
  ...shiftExportColumns,
  { header: 'Your seat', value: ({ seat }) => seat && seatLabels[seat], width: 18 },
  { header: 'Hours', value: (row) => row.credited_hours, width: 8 },
  {
    header: 'Your clearance',
    value: (row) =>
      row.seat && row.is_not_cleared ? `Not cleared: ${(row.missing ?? []).join('; ')}` : null,
    width: 48,
  },
  {
    header: 'Conflicts',
    value: (row) =>
      row.seat ? null : (blockerOf(row.block ?? null).message ?? availableActions(row, undefined, now).why),
    width: 40,
  },
]

/** The columns of one of two shifts, each with this prefix: day, hours and location. */
const columnsOfOne = <Row>(
  word: string,
  of: (row: Row) => Swap['given'] | null,
): readonly ExportColumn<Row>[] => [
  { header: `${word}: date`, value: (row) => of(row)?.date, width: 12 },
  { header: `${word}: start`, value: (row) => of(row)?.start_time, width: 8 },
  { header: `${word}: end`, value: (row) => of(row)?.end_time, width: 8 },
  { header: `${word}: location`, value: (row) => of(row)?.unit, width: 32 },
]

/** The columns of a student's file of swaps, from the student's point of view. */
export const swapColumns = (me: string): readonly ExportColumn<Swap>[] => {
  const isMine = (swap: Swap) => swap.from_student_id === me
  return [
    { header: 'With', value: (swap) => (isMine(swap) ? swap.to_name : swap.from_name), width: 24 },
    { header: 'Proposed by you', value: (swap) => (isMine(swap) ? 'Yes' : 'No'), width: 10 },
    { header: 'Status', value: ({ status }) => swapLabels[status], width: 20 },
    ...columnsOfOne<Swap>('You give', (swap) => (isMine(swap) ? swap.given : swap.returned)),
    ...columnsOfOne<Swap>('You get', (swap) => (isMine(swap) ? swap.returned : swap.given)),
    { header: 'Note', value: ({ note }) => note, width: 32 },
    { header: 'Answer', value: ({ reason }) => reason, width: 32 },
  ]
}

/** The columns of a student's file of hours to make up. */
export const makeupColumns: readonly ExportColumn<MakeupNeed>[] = [
  { header: 'Hours', value: ({ hours }) => hours, width: 8 },
  {
    header: 'Specialty',
    value: ({ specialty }) => specialtyName(specialty),
    width: 20,
  },
  { header: 'Why', value: ({ reason }) => reason, width: 32 },
  { header: 'Status', value: ({ status }) => makeupLabels[status], width: 16 },
  ...columnsOfOne<MakeupNeed>('Instead of', ({ missed }) => missed),
  ...columnsOfOne<MakeupNeed>('Made up on', ({ makeup }) => makeup),
  { header: 'Waived because', value: (need) => need.waived_reason, width: 32 },
]
