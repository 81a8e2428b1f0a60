import { sql } from 'kysely'
import { refusal, refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CoverReason } from '../../contract.ts'
import { partnershipRefusals } from '../../messages.ts'
import { type CoverFacts, coverWords } from '../../rules.ts'

type CoverAnswer = {
  covers: boolean
  reason: CoverReason | null
  message: string | null
  partnership_id: string | null
  auto_approve: boolean
}
/** Whether an agreement covers a day and kind of experience there, for anyone who administers the school or the facility. */
export async function askCover(
  tx: Tx,
  ask: {
    school_id: string
    facility_id: string
    date: string
    experience_type: string
    program_id?: string | undefined
    semester_id?: string | undefined
    seats?: number | undefined
    shift_id?: string | undefined
    is_submission: boolean
  },
): Promise<CoverAnswer> {
  const { rows } = await sql<Omit<CoverAnswer, 'message'> & { facts: Omit<CoverFacts, 'reason'> }>`
    select * from app.partnership_covers(${ask.school_id}::uuid, ${ask.facility_id}::uuid, ${ask.date}::date, ${ask.experience_type}::text,
      ${ask.program_id ? [ask.program_id] : null}::uuid[], ${ask.semester_id ?? null}::uuid, ${ask.seats ?? null}::integer, ${ask.shift_id ?? null}::uuid,
      ${ask.is_submission}::boolean)`.execute(tx)
  const { facts, ...answer } = rows[0] ?? refuse(partnershipRefusals, refusal('partnership.cover_of_others'))
  return { ...answer, message: answer.reason && coverWords({ ...facts, reason: answer.reason }) }
}
