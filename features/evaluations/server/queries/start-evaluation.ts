import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { findInstrumentFor } from '#features/instruments/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { EvaluationKind, EvaluationStart, EvaluationStatus } from '../../contract.ts'
import { evaluationRefusals } from '../../messages.ts'
import { getEvaluation } from './get-evaluation.ts'

type Asked = { student_id: string; kind: EvaluationKind; shift_id?: string | undefined; project_id?: string | undefined } // prettier-ignore

async function findShift(tx: Tx, id: string, studentId: string) {
  const { rows } = await sql<{ id: string; school_id: string; semester_id: string; date: string; place: string | null; has_begun: boolean; name: string | null }>`
    select s.id, s.school_id, s.semester_id, s.date, concat_ws(', ', unit.name, site.name) as place, s.starts_at <= now() as has_begun,
      (select n.full_name from app.names_on_shift(s.id) n where n.student_id = ${studentId}::uuid limit 1) as name
    from public.shifts s left join public.facilities unit on unit.id = s.facility_id left join public.facilities site on site.id = unit.parent_id
    where s.id = ${id}::uuid and exists (select from public.assignments a where a.shift_id = s.id and a.student_id = ${studentId}::uuid and app.holds_seat(a.status))`.execute(tx) // prettier-ignore
  return rows[0]
}

/** The evaluation that is there already: of this evaluator, for this shift, its semester or the project. */
async function findBegun(tx: Tx, me: string, asked: Asked, semesterId: string | null) {
  return tx
    .selectFrom('evaluations')
    .select('id')
    .where('student_id', '=', asked.student_id)
    .where('evaluator_id', '=', me)
    .where('kind', '=', asked.kind)
    .where('status', '<>', 'voided')
    .where('superseded_at', 'is', null)
    .$if(asked.project_id !== undefined, (query) => query.where('project_id', '=', asked.project_id!))
    .$if(asked.project_id === undefined, (query) =>
      asked.kind === 'shift'
        ? query.where('shift_id', '=', asked.shift_id!)
        : query.where('subject', '=', 'semester').where('semester_id', '=', semesterId),
    )
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

async function groupOf(tx: Tx, me: string, shift: { id: string; semester_id: string }, kind: EvaluationKind) {
  const { rows } = await sql<{ student_id: string; full_name: string | null; id: string | null; status: string | null; version: number | null }>`
    select a.student_id, (select n.full_name from app.names_on_shift(${shift.id}::uuid) n where n.student_id = a.student_id limit 1) as full_name,
      e.id, e.status, e.version
    from public.assignments a left join public.attendance_records r on r.id = a.id
    left join public.evaluations e on e.student_id = a.student_id and e.evaluator_id = ${me}::uuid and e.kind = ${kind} and e.status <> 'voided' and e.superseded_at is null
      and case when e.kind = 'shift' then e.shift_id = a.shift_id else e.subject = 'semester' and e.semester_id = ${shift.semester_id}::uuid end
    where a.shift_id = ${shift.id}::uuid and app.holds_seat(a.status) and coalesce(r.status, a.status) not in ('no_show', 'absent_excused', 'absent_unexcused', 'called_out')
    order by 2, 1`.execute(tx) // prettier-ignore
  return rows.map((row) => ({
    ...row,
    full_name: row.full_name ?? 'Student',
    status: row.status as EvaluationStatus | null,
    version: row.version ?? 0,
  }))
}

/** What the form starts from: the evaluation that is there, or the instrument that counts for it now. */
export async function startEvaluation(
  tx: Tx,
  me: { userId: string },
  asked: Asked,
): Promise<EvaluationStart> {
  const shift = asked.shift_id ? await findShift(tx, asked.shift_id, asked.student_id) : undefined
  if (asked.shift_id && !shift) refuse(evaluationRefusals, refusal('evaluation.no_student'))
  const begun = await findBegun(tx, me.userId, asked, shift?.semester_id ?? null)
  const evaluation = begun ? ((await getEvaluation(tx, begun.id)) ?? null) : null
  if (!evaluation && !shift) refuse(evaluationRefusals, refusal('evaluation.not_found'))
  if (shift && !shift.has_begun) refuse(evaluationRefusals, refusal('evaluation.not_begun'))
  const group = shift && asked.student_id !== me.userId ? await groupOf(tx, me.userId, shift, asked.kind) : []
  const common = { evaluation, place: shift?.place || null, date: shift?.date ?? null, group }
  if (evaluation) {
    const { content, instrument_name, instrument_version, student_name } = evaluation
    return { ...common, student_name, instrument_id: evaluation.instrument_id, instrument_version, instrument_name, content } // prettier-ignore
  }
  const found =
    (await findInstrumentFor(tx, shift!.school_id, asked.kind)) ??
    refuse(evaluationRefusals, refusal('evaluation.no_instrument'))
  return {
    ...common,
    student_name: shift!.name ?? 'Student',
    instrument_id: found.id,
    instrument_version: found.version,
    instrument_name: found.name,
    content: found.content,
  }
}
