import { addDays, type PlainDate } from '#core/plain-date.ts'
import type { ShiftFilter } from '#features/shifts/contract.ts'

/** What the week ahead of a school asks: its shifts of seven days from `today` on, but for those that were called off or refused. */
export function weekAhead(schoolId: string, today: PlainDate) {
  return {
    school_id: schoolId,
    from: today,
    to: addDays(today, 6),
    status: [
      'draft',
      'pending_facility',
      'needs_info',
      'countered',
      'approved',
      'published',
      'full',
      'in_progress',
      'completed',
    ],
    sort: 'date',
    page_size: 200,
  } satisfies Partial<ShiftFilter> & { page_size: number }
}
