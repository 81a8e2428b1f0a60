import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { semesterReportRefusals } from '../../messages.ts'
import { decisionAgain, isOutdated } from '../../rules.ts'
import type { Term } from '../queries/find-term.ts'
import { type Known, loadKnown } from '../queries/load-facts.ts'
import { findInstructor } from '../queries/find-instructor.ts'
import { lockReportsOf } from './lock-report.ts'
import { askForComment } from './notify-of-report.ts'

/** Current data of one student in a semester; refuses students with neither shifts, hours nor planned capstone days in it (as `studentsOf`). */
export async function knownOf(tx: Tx, term: Term, student: string): Promise<Known> {
  const [known] = await loadKnown(tx, term, [student])
  const isThere =
    known &&
    (known.facts.seats.length > 0 ||
      known.facts.capstone_days.length > 0 ||
      known.content.hours.credited !== 0 ||
      known.content.hours.over !== 0)
  return isThere ? known : refuse(semesterReportRefusals, refusal('semester_report.no_student'))
}

/**
 * Generates a student's report of a semester from current data. An unpublished one is generated again and keeps its comments; for an
 * outdated published one, starts a correction as the next version.
 */
export async function generateReport(tx: Tx, term: Term, student: string): Promise<void> {
  // Two people who generate at the same time create one report.
  await sql`select pg_advisory_xact_lock(hashtextextended('report ' || ${term.id} || ${student}, 0))`.execute(
    tx,
  )
  const { out, working } = await lockReportsOf(tx, { semester_id: term.id, student_id: student })
  const { content } = await knownOf(tx, term, student)
  const written = JSON.stringify(content)
  const before = working ?? out
  // The instructor whose comment it has stays named with it.
  const proctor_id = before?.proctor_comment
    ? before.proctor_id
    : await findInstructor(tx, {
        school_id: term.school_id,
        semester_id: term.id,
        student_id: student,
        proctor_id: before?.proctor_id ?? null,
      })
  if (working) {
    await tx
      .updateTable('semester_reports')
      .set({
        content: written,
        generated_at: sql`now()`,
        proctor_id,
        decision: decisionAgain(working, content),
      })
      .where('id', '=', working.id)
      .execute()
    if (working.status === 'proctor_review' && proctor_id !== working.proctor_id)
      await askForComment(tx, working)
    return
  }
  if (out && !isOutdated(out.content, content))
    refuse(semesterReportRefusals, refusal('semester_report.unchanged'))
  await tx
    .insertInto('semester_reports')
    .values({
      id: randomUUID(),
      school_id: term.school_id,
      student_id: student,
      semester_id: term.id,
      edition: (out?.edition ?? 0) + 1,
      replaces: out?.id ?? null,
      content: written,
      proctor_id,
      decision: decisionAgain(out, content),
      strengths: out?.strengths ?? null,
      goals_next: out?.goals_next ?? null,
      proctor_comment: out?.proctor_comment ?? null,
      school_comment: out?.school_comment ?? null,
      created_by: sql<string>`app.uid()`,
    })
    .execute()
}
