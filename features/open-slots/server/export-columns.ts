import { specialtyLabels } from '#core/specialties.ts'
import { experienceLabels, statusLabels } from '#features/shifts/rules.ts'
import { facilityColumns, whenColumns } from '#features/shifts/server/public.ts'
import type { ExportColumn } from '#platform/server/export.ts'
import type { SlotRow } from '../contract.ts'
import { slotLabels } from '../rules.ts'

/** The export columns of an open slot: for the facility who may take it and who has, for a school its blocker. */
export const slotColumns = (forSchool: string | null): readonly ExportColumn<SlotRow>[] => [
  ...whenColumns,
  ...facilityColumns,
  { header: 'Facility', value: (row) => row.organization_name, width: 28 },
  { header: 'Seats', value: (row) => row.seats, width: 8 },
  { header: 'Kind', value: (row) => experienceLabels[row.experience_type], width: 16 },
  { header: 'Specialty', value: (row) => specialtyLabels[row.specialty], width: 20 },
  { header: 'Note', value: (row) => row.note, width: 32 },
  { header: 'Status', value: (row) => slotLabels[row.status], width: 12 },
  ...(forSchool
    ? [{ header: 'Conflicts', value: (row: SlotRow) => row.blocker, width: 40 }]
    : [
        { header: 'Reason', value: (row: SlotRow) => row.status_reason, width: 32 },
        {
          header: 'Offered to',
          value: (row: SlotRow) => row.offered_to.map(({ name }) => name).join(', ') || 'All partners',
          width: 32,
        },
        { header: 'Taken by', value: (row: SlotRow) => row.school_name, width: 32 },
        {
          header: 'Its shift',
          value: (row: SlotRow) => row.shift_status && statusLabels[row.shift_status],
          width: 20,
        },
      ]),
]
