import { sql } from 'kysely'
import { refusal, refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AgreementGapReason } from '../../contract.ts'
import { partnershipRefusals } from '../../messages.ts'
import { type AgreementGap, agreementGapText } from '../../rules.ts'

type CoverAnswer = {
  covers: boolean
  reason: AgreementGapReason | null
  message: string | null
  partnership_id: string | null
  auto_approve: boolean
}
/** Whether an agreement covers a day and kind of experience at the facility, for administrators of the school or the facility. */
export async function checkAgreement(
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
  const { program_id: program, seats = null, shift_id: id, is_submission: isSubmission, ...plan } = ask
  const { rows } = await sql<Omit<CoverAnswer, 'message'> & { facts: Omit<AgreementGap, 'reason'> }>`
    select covers, reason, facts, partnership_id, auto_approve from app.partnership_covers(${JSON.stringify({ ...plan, id })}::jsonb,
      ${seats}::integer, ${isSubmission}::boolean, ${program ? [program] : null}::uuid[])`.execute(tx)
  const { facts, ...answer } = rows[0] ?? refuse(partnershipRefusals, refusal('partnership.cover_of_others'))
  return { ...answer, message: answer.reason && agreementGapText({ ...facts, reason: answer.reason }) }
}
