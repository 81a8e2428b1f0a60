import { sql } from 'kysely'
import type { ExperienceType } from '#features/shifts/contract.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SlotStatus } from '../../contract.ts'
import type { SlotFacts } from '../../rules.ts'
import { type AgreementGap, agreementGapText } from '#features/partnerships/rules.ts'
import { factsOfSlot } from './facts-of-slot.ts'

type Locked = {
  status: SlotStatus
  status_reason: string | null
  is_ours: boolean
  version: number
  facility_id: string
  date: string
  start_time: string
  end_time: string
  starts_at: string
  specialty: Specialty
  experience_type: ExperienceType
  seats: number
} & Pick<SlotFacts, 'semester_id' | 'uncovered'>

/**
 * Returns a slot that was offered to a school, whatever its status, with the school's semester and agreement for it, and locks it until the
 * end of the transaction: of two schools at once, the second finds it taken.
 */
export async function lockSlot(tx: Tx, id: string, schoolId: string): Promise<Locked | undefined> {
  const { rows } = await sql<Omit<Locked, 'uncovered'> & { uncovered: AgreementGap | null }>`
    select s.status, s.status_reason, (l.slot ->> 'is_ours')::boolean as is_ours, s.version, s.facility_id, s.date, to_char(s.start_time, 'HH24:MI') as start_time,
      to_char(s.end_time, 'HH24:MI') as end_time, s.starts_at, s.specialty, s.experience_type, s.seats, k.semester_id, k.uncovered
    from app.lock_slot(${id}::uuid, ${schoolId}::uuid) l (slot) cross join lateral jsonb_populate_record(null::public.open_slots, l.slot) s
    ${factsOfSlot(sql`s`, schoolId, 'uncovered')}`.execute(tx)
  const [slot] = rows
  return slot && { ...slot, uncovered: slot.uncovered && agreementGapText(slot.uncovered) }
}
