import { specialtyLabels } from '#core/specialties.ts'
import { formatDate } from '#core/plain-date.ts'
import type { Column } from '#ui/DataTable.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { SlotRow } from '../contract.ts'
import { experienceLabels } from '#features/shifts/rules.ts'
import { slotLabels } from '../rules.ts'
import { hoursWords, facilityLabel, whenWords } from '#features/shifts/web/public.ts'

/** Counts seats: "1 seat", "8 seats". */
export const seatCount = (seats: number): string => (seats === 1 ? '1 seat' : `${seats} seats`)

/** The name of a slot's row for assistive technology. */
export const slotLabel = (row: SlotRow): string => `${facilityLabel(row)}, ${whenWords(row)}`

/** The columns of an open slot for both parties. */
export const slotColumns: Record<'when' | 'unit' | 'what' | 'state', Column<SlotRow>> = {
  when: {
    key: 'when',
    title: 'When',
    render: (row) => <TwoLines first={formatDate(row.date, 'weekday')} second={hoursWords(row)} isWhole />,
  },
  unit: {
    key: 'location',
    title: 'Unit',
    render: (row) => (
      <div style={{ minWidth: 150, whiteSpace: 'normal' }}>
        <TwoLines
          first={row.unit_name}
          second={[row.site_name, row.organization_name].filter(Boolean).join(', ')}
        />
      </div>
    ),
  },
  what: {
    key: 'what',
    title: 'What',
    render: (row) => (
      <div style={{ minWidth: 150, whiteSpace: 'normal' }}>
        <TwoLines
          first={`${seatCount(row.seats)}, ${experienceLabels[row.experience_type].toLowerCase()}`}
          second={[row.specialty !== 'other' && specialtyLabels[row.specialty], row.note]
            .filter(Boolean)
            .join('. ')}
        />
      </div>
    ),
  },
  state: {
    key: 'state',
    title: 'Status',
    render: ({ status }) => (
      <StateBadge state={status === 'taken' ? 'full' : status} label={slotLabels[status]} />
    ),
  },
}
