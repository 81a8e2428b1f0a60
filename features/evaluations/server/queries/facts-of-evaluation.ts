import { sql } from 'kysely'
import { presentSeats } from '#core/seat-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { EvaluationKind } from '../../contract.ts'
import { namesIn } from './evaluation-rows.ts'

type Facts = { kind: EvaluationKind; semester: string | null; student: string; evaluator: string }

/** The values of evaluations that notifications use, by their ids. */
export async function factsOfEvaluations(tx: Tx, ids: readonly string[]): Promise<Map<string, Facts>> {
  const rows = await tx
    .selectFrom('evaluations as e')
    .leftJoin('semesters as t', 't.id', 'e.semester_id')
    .select(['e.id', 'e.kind', 'e.student_id', 'e.evaluator_id', 'e.preceptor_name', 't.name as semester'])
    .where(sql<boolean>`e.id = any (${sql.val([...ids])}::uuid[])`)
    .execute()
  const names = await namesIn(tx, ids)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        kind: row.kind as EvaluationKind,
        semester: row.semester,
        student: names.get(row.student_id) ?? 'A student',
        evaluator: row.preceptor_name ?? names.get(row.evaluator_id ?? '') ?? 'An instructor',
      },
    ]),
  )
}

/** The same of one. */
export const factsOfEvaluation = async (tx: Tx, id: string): Promise<Facts> =>
  (await factsOfEvaluations(tx, [id])).get(id)!

type About = {
  subject: string
  student_id: string
  shift_id: string | null
  semester_id: string | null
  is_self: boolean
}

/** Checks that the student was on a shift of the evaluator within the subject, and attended. A preceptor's project has its own rules. */
export async function presenceOf(
  tx: Tx,
  me: { userId: string | null },
  about: About,
): Promise<{ supervised: boolean; attended: boolean }> {
  if (about.subject === 'project') return { supervised: true, attended: true }
  const { rows } = await sql<{ supervised: boolean | null; attended: boolean | null }>`
    select bool_or(true) as supervised, bool_or(coalesce(r.status, a.status) in ${listed(presentSeats)}) as attended
    from public.assignments a join public.shifts s on s.id = a.shift_id left join public.attendance_records r on r.id = a.id
    where a.student_id = ${about.student_id}::uuid and s.starts_at <= now() and (${me.userId}::uuid = any (app.instructors_of(s)) or ${about.is_self})
      and case when ${about.subject} = 'shift' then s.id = ${about.shift_id}::uuid else s.semester_id = ${about.semester_id}::uuid end`.execute(
    tx,
  )
  return { supervised: rows[0]?.supervised ?? false, attended: rows[0]?.attended ?? false }
}
