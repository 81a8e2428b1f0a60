import { sql } from 'kysely'
import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { ofOwnSchool } from '#platform/server/own-school.ts'
import { inQueue } from '../../rules.ts'
import { evaluations, namesIn, rowOf } from './evaluation-rows.ts'

const openOnes = ['overdue', 'returned', 'assigned', 'draft'] as const
type Show = 'to_write' | 'written' | 'about_me' | 'asked' | 'queue' | 'settled'
type Filter = {
  show: Show
  student_id?: string | undefined
  shift_id?: string | undefined
  semester_id?: string | undefined
  page: number
  page_size: number
}

type Reader = { userId: string; role: Role }

const narrowed = (
  tx: Tx,
  { userId: me, role }: Reader,
  { show, student_id: student, shift_id: shift, semester_id: semester }: Filter,
) =>
  evaluations(tx)
    .where(ofOwnSchool(role, 'e.school_id'))
    .$if(show === 'to_write', (query) =>
      query.where('e.evaluator_id', '=', me).where('e.status', 'in', openOnes),
    )
    .$if(show === 'written', (query) =>
      query.where('e.evaluator_id', '=', me).where('e.submitted_at', 'is not', null),
    )
    .$if(show === 'about_me', (query) =>
      query
        .where('e.student_id', '=', me)
        .where('e.submitted_at', 'is not', null)
        .where('e.status', '<>', 'voided'),
    )
    // What a school still waits for.
    .$if(show === 'asked', (query) => query.where('e.status', 'in', openOnes).where('e.is_self', '=', false))
    .$if(show === 'queue', (query) =>
      query
        .where('e.status', 'in', [...inQueue])
        .where('e.is_self', '=', false)
        .where('e.superseded_at', 'is', null),
    )
    .$if(show === 'settled', (query) =>
      query.where('e.status', 'in', ['verified', 'locked', 'voided']).where('e.is_self', '=', false),
    )
    .$if(student !== undefined, (query) => query.where('e.student_id', '=', student!))
    .$if(shift !== undefined, (query) =>
      query.where('e.shift_id', '=', shift!).where('e.subject', '=', 'shift'),
    )
    // An evaluation of a shift belongs to the shift's semester.
    .$if(semester !== undefined, (query) =>
      query.where(
        sql<boolean>`case when e.semester_id is null then exists (select from public.shifts s where s.id = e.shift_id and s.semester_id = ${semester}::uuid)
          else e.semester_id = ${semester}::uuid end`,
      ),
    )

/** A page of evaluations that the caller may see: to-dos by due date, the others newest first. */
export async function listEvaluations(tx: Tx, me: Reader, filter: Filter) {
  const query = narrowed(tx, me, filter).clearSelect()
  const order =
    filter.show === 'to_write' || filter.show === 'asked'
      ? sql`e.due_at nulls last, e.id`
      : filter.show === 'queue'
        ? sql`e.status = 'disputed' desc, cardinality(e.failed_checks) > 0 desc, e.submitted_at, e.id`
        : sql`e.submitted_at desc, e.id`
  // The page first, then its shifts and projects: those of all evaluations would be read otherwise.
  const page = query
    .select('e.id')
    .orderBy(order)
    .limit(filter.page_size)
    .offset((filter.page - 1) * filter.page_size)
  const rows = await evaluations(tx)
    .where(sql<boolean>`e.id = any (array(${page}))`)
    .orderBy(order)
    .execute()
  const { total } = await query
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const ids = rows.map(({ id }) => id)
  const names = await namesIn(tx, ids)
  return { rows: rows.map((row) => rowOf(row, names)), total: Number(total) }
}
