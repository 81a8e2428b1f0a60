import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { presentSeats } from '#core/seat-statuses.ts'
import { answerFaults } from '#features/instruments/rules.ts'
import { findFeedbackForm } from '#features/instruments/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { evaluationRefusals } from '../../messages.ts'

type Sent = {
  id: string
  shift_id: string
  about: 'site' | 'instructor'
  /** The instructor meant, if there are several; defaults to the first. */
  instructor_id?: string | null | undefined
  answers: readonly { code: string; point: string }[]
  comment: string | null
}

/** Gives feedback on the site or instructor of a shift that the student attended: once a semester, and it can't be changed. */
export async function giveFeedback(tx: Tx, me: { userId: string }, sent: Sent): Promise<void> {
  const { rows } = await sql<{
    school_id: string
    semester_id: string
    site_id: string | null
    instructors: string[]
  }>`
    select s.school_id, s.semester_id, unit.parent_id as site_id, app.instructors_of(s) as instructors
    from public.assignments a join public.shifts s on s.id = a.shift_id left join public.facilities unit on unit.id = s.facility_id
    where s.id = ${sent.shift_id}::uuid and a.student_id = ${me.userId}::uuid and a.status in ${listed(presentSeats)}`.execute(
    tx,
  )
  const shift = rows[0]
  const instructor = shift?.instructors.find((one) => one === (sent.instructor_id ?? shift.instructors[0]))
  const target = sent.about === 'site' ? shift?.site_id : instructor
  if (!shift || !target) refuse(evaluationRefusals, refusal('feedback.no_shift'))
  const form = await findFeedbackForm(tx, sent.about)
  const answers = sent.answers.map((one) => ({ ...one, comment: null }))
  if (answerFaults(form.content, 'shift', answers).length > 0)
    refuse(evaluationRefusals, refusal('feedback.not_whole'))
  const { numInsertedOrUpdatedRows: given } = await tx
    .insertInto('placement_feedback')
    .values({
      id: sent.id,
      school_id: shift.school_id,
      student_id: me.userId,
      semester_id: shift.semester_id,
      shift_id: sent.shift_id,
      about: sent.about,
      facility_id: sent.about === 'site' ? target : null,
      instructor_id: sent.about === 'instructor' ? target : null,
      instrument_id: form.id,
      instrument_version: form.version,
      answers: JSON.stringify(sent.answers),
      comment: sent.comment?.trim() || null,
    })
    .onConflict((known) => known.doNothing())
    .executeTakeFirstOrThrow()
  if (!given) refuse(evaluationRefusals, refusal('feedback.given'))
}
