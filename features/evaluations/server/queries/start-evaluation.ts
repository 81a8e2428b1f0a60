import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { absences } from '#features/attendance/rules.ts'
import { findInstrumentFor } from '#features/instruments/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Evaluation, EvaluationKind, EvaluationStart, EvaluationStatus } from '../../contract.ts'
import { evaluationRefusals } from '../../messages.ts'
import { counted, prefillOf, projectBlocker, type ShiftNote } from '../../rules.ts'
import { getEvaluation } from './get-evaluation.ts'
import { findProject } from './find-project.ts'

type Asked = {
  student_id: string
  kind: EvaluationKind
  shift_id?: string | undefined
  project_id?: string | undefined
}

/** The shift that a form is opened from. A midterm or final may be written once any shift of the semester that they shared has begun. */
async function findShift(tx: Tx, me: string | null, { student_id: studentId, kind }: Asked, id: string) {
  const { rows } = await sql<{
    id: string
    school_id: string
    semester_id: string
    date: string
    location: string | null
    has_begun: boolean
    was_missed: boolean
    name: string | null
  }>`
    select s.id, s.school_id, s.semester_id, s.date, concat_ws(', ', unit.name, site.name) as location, 
      (s.starts_at <= now() or ${kind !== 'shift'}::boolean and exists (select from public.shifts o join public.assignments b on b.shift_id = o.id
        where o.semester_id = s.semester_id and o.starts_at <= now() and b.student_id = ${studentId}::uuid and app.holds_seat(b.status)
          and (${me}::uuid = b.student_id or ${me}::uuid = any (app.instructors_of(o))))) as has_begun,
      exists (select from public.assignments a where a.shift_id = s.id and a.student_id = ${studentId}::uuid and a.status = any (${[...absences]}::text[])) as was_missed,
      (select n.full_name from app.names_on_shifts(array[s.id]) n where n.student_id = ${studentId}::uuid limit 1) as name
    from public.shifts s left join public.facilities unit on unit.id = s.facility_id left join public.facilities site on site.id = unit.parent_id
    where s.id = ${id}::uuid and exists (select from public.assignments a where a.shift_id = s.id and a.student_id = ${studentId}::uuid and app.holds_seat(a.status))`.execute(
    tx,
  )
  return rows[0]
}

/** The existing evaluations of this kind that count. */
const begun = (tx: Tx, asked: Asked) =>
  tx
    .selectFrom('evaluations')
    .select('id')
    .where('student_id', '=', asked.student_id)
    .where('kind', '=', asked.kind)
    .where('status', '<>', 'voided')
    .where('superseded_at', 'is', null)
    .orderBy('created_at', 'desc')

/** The evaluator's existing evaluation for this shift or its semester. */
async function findBegun(tx: Tx, me: string | null, asked: Asked, semesterId: string | null) {
  const own = begun(tx, asked).where('evaluator_id', '=', me)
  return asked.kind === 'shift'
    ? own.where('shift_id', '=', asked.shift_id!).executeTakeFirst()
    : own.where('subject', '=', 'semester').where('semester_id', '=', semesterId).executeTakeFirst()
}

/** What a project's form starts from, for its preceptor. */
async function startOfProject(tx: Tx, asked: Asked & { project_id: string }): Promise<EvaluationStart> {
  const project = await findProject(tx, asked.project_id)
  if (!project || project.student_id !== asked.student_id)
    refuse(evaluationRefusals, refusal('evaluation.not_found'))
  const found = await begun(tx, asked)
    .where('project_id', '=', project.id)
    .where('preceptor_id', '=', project.preceptor_id)
    .executeTakeFirst()
  const evaluation = found ? ((await getEvaluation(tx, found.id)) ?? null) : null
  if (!evaluation) refuseIf(evaluationRefusals, projectBlocker({ status: project.status, kind: asked.kind }))
  const form = evaluation
    ? formOf(evaluation)
    : ((await findInstrumentFor(tx, project.school_id, asked.kind)) ??
      refuse(evaluationRefusals, refusal('evaluation.no_instrument')))
  return startFrom(form, {
    evaluation,
    student_name: project.student_name ?? 'Student',
    location: project.title,
    date: null,
    group: [],
    prefilled: null,
  })
}

type Form = { id: string; version: number; name: string; content: EvaluationStart['content'] }
const formOf = (one: Evaluation): Form => ({
  id: one.instrument_id,
  version: one.instrument_version,
  name: one.instrument_name,
  content: one.content,
})
const startFrom = (
  { id, version, name, content }: Form,
  common: Pick<EvaluationStart, 'evaluation' | 'student_name' | 'location' | 'date' | 'group' | 'prefilled'>,
): EvaluationStart => ({
  ...common,
  instrument_id: id,
  instrument_version: version,
  instrument_name: name,
  content,
})

async function groupOf(tx: Tx, me: string, shift: { id: string; semester_id: string }, kind: EvaluationKind) {
  const { rows } = await sql<{
    student_id: string
    full_name: string | null
    id: string | null
    status: string | null
    version: number | null
  }>`
    select a.student_id, (select n.full_name from app.names_on_shifts(array[${shift.id}::uuid]) n where n.student_id = a.student_id limit 1) as full_name,
      e.id, e.status, e.version
    from public.assignments a left join public.attendance_records r on r.id = a.id
    left join public.evaluations e on e.student_id = a.student_id and e.evaluator_id = ${me}::uuid and e.kind = ${kind} and e.status <> 'voided' and e.superseded_at is null
      and case when e.kind = 'shift' then e.shift_id = a.shift_id else e.subject = 'semester' and e.semester_id = ${shift.semester_id}::uuid end
    where a.shift_id = ${shift.id}::uuid and app.holds_seat(a.status) and coalesce(r.status, a.status) not in ('no_show', 'absent_excused', 'absent_unexcused', 'called_out')
    order by 2, 1`.execute(tx)
  return rows.map((row) => ({
    ...row,
    full_name: row.full_name ?? 'Student',
    status: row.status as EvaluationStatus | null,
    version: row.version ?? 0,
  }))
}

/** The evaluator's submitted notes after shifts of a student in a semester that count. */
async function notesOf(tx: Tx, me: string, studentId: string, semesterId: string): Promise<ShiftNote[]> {
  return tx
    .selectFrom('evaluations as e')
    .innerJoin('shifts as s', 's.id', 'e.shift_id')
    .select(['s.date', 'e.strengths', 'e.improvements'])
    .where('e.evaluator_id', '=', me)
    .where('e.student_id', '=', studentId)
    .where('e.semester_id', '=', semesterId)
    .where('e.kind', '=', 'shift')
    .where('e.status', 'in', [...counted])
    .where('e.superseded_at', 'is', null)
    .execute()
}

/** What the form starts from: the existing evaluation, or the current instrument. */
export async function startEvaluation(
  tx: Tx,
  { userId }: { userId: string | null },
  asked: Asked,
): Promise<EvaluationStart> {
  if (asked.project_id) return startOfProject(tx, { ...asked, project_id: asked.project_id })
  const shift = asked.shift_id ? await findShift(tx, userId, asked, asked.shift_id) : undefined
  if (asked.shift_id && !shift) refuse(evaluationRefusals, refusal('evaluation.no_student'))
  const found = await findBegun(tx, userId, asked, shift?.semester_id ?? null)
  const evaluation = found ? ((await getEvaluation(tx, found.id)) ?? null) : null
  if (!evaluation && !shift) refuse(evaluationRefusals, refusal('evaluation.not_found'))
  if (shift && !shift.has_begun) refuse(evaluationRefusals, refusal('evaluation.not_begun'))
  // An instructor's evaluation of an absent student goes to the school with a failed check.
  if (shift?.was_missed && asked.kind === 'shift' && asked.student_id === userId && !evaluation)
    refuse(evaluationRefusals, refusal('evaluation.missed'))
  const group =
    shift && userId && asked.student_id !== userId ? await groupOf(tx, userId, shift, asked.kind) : []
  const form = evaluation
    ? formOf(evaluation)
    : ((await findInstrumentFor(tx, shift!.school_id, asked.kind)) ??
      refuse(evaluationRefusals, refusal('evaluation.no_instrument')))
  const student_name = evaluation?.student_name ?? shift?.name ?? 'Student'
  const isNewMidterm =
    !evaluation?.answers.length && asked.kind === 'midterm' && shift && userId && userId !== asked.student_id
  const prefilled = isNewMidterm
    ? prefillOf(await notesOf(tx, userId, asked.student_id, shift.semester_id))
    : null
  return startFrom(form, {
    evaluation,
    student_name,
    location: shift?.location || null,
    date: shift?.date ?? null,
    group,
    prefilled,
  })
}
