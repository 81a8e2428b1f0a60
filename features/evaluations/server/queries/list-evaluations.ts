import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { inQueue } from '../../rules.ts'
import { evaluations, namesIn, rowOf } from './evaluation-rows.ts'

const openOnes = ['overdue', 'returned', 'assigned', 'draft']
type Show = 'to_write' | 'written' | 'about_me' | 'asked' | 'queue' | 'settled'
type Filter = {
  show: Show
  student_id?: string | undefined
  shift_id?: string | undefined
  semester_id?: string | undefined
  page: number
  page_size: number
}

const narrowed = (
  tx: Tx,
  me: string,
  { show, student_id: student, shift_id: shift, semester_id: semester }: Filter,
) =>
  evaluations(tx)
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
      query.where(sql`coalesce(e.semester_id, s.semester_id)`, '=', semester!),
    )

/** A page of evaluations that the caller may see: to-dos by due date, the others newest first. */
export async function listEvaluations(tx: Tx, me: { userId: string }, filter: Filter) {
  const query = narrowed(tx, me.userId, filter)
  const ordered =
    filter.show === 'to_write' || filter.show === 'asked'
      ? query.orderBy(sql`e.due_at nulls last`)
      : filter.show === 'queue'
        ? query.orderBy(
            sql`e.status = 'disputed' desc, cardinality(e.failed_checks) > 0 desc, e.submitted_at`,
          )
        : query.orderBy('e.submitted_at', 'desc')
  const rows = await ordered
    .orderBy('e.id')
    .limit(filter.page_size)
    .offset((filter.page - 1) * filter.page_size)
    .execute()
  const { total } = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const ids = rows.map(({ id }) => id)
  const names = await namesIn(tx, ids)
  return { rows: rows.map((row) => rowOf(row, names)), total: Number(total) }
}
