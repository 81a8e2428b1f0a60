import { startJob } from '#features/jobs/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { actionTitles } from '../../rules.ts'
import { REPORTS_JOB, type ReportsInput } from '../jobs.ts'
import { findTerm } from '../queries/find-term.ts'

/** Starts a job on the reports of a semester's students. */
export async function startReports(
  tx: Tx,
  { id, student_ids, ...input }: ReportsInput & { id: string; student_ids: readonly string[] },
): Promise<{ job_id: string }> {
  const term = await findTerm(tx, input.semester_id)
  const people = await tx
    .selectFrom('users')
    .where('id', 'in', [...student_ids])
    .where('role', '=', 'student')
    .where('linked_school_id', '=', term.school_id)
    .select(['id', 'full_name'])
    .orderBy('full_name')
    .orderBy('id')
    .execute()
  return startJob(tx, {
    id,
    kind: REPORTS_JOB,
    title: `${actionTitles[input.action]}: ${term.name}`,
    school_id: term.school_id,
    input,
    items: people.map((person) => ({ key: person.id, label: person.full_name })),
  })
}
