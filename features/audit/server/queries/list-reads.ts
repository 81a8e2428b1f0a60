import type { Tx } from '#platform/server/db.ts'
import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { RecordRead } from '../../contract.ts'
import { PAGE_SIZE } from './list-accesses.ts'

/** A page of reads of a student's record; throws FORBIDDEN for anyone except the student and the administrators of the school. */
export async function listReads(
  tx: Tx,
  student: string,
  page: number,
): Promise<{ rows: RecordRead[]; total: number }> {
  const { rows: may } = await sql`
    select 1 from public.users u where u.id = ${student}::uuid and u.role = 'student'
      and (u.id = app.uid() or app.administers_school(u.linked_school_id))`.execute(tx)
  if (may.length === 0)
    throw new ORPCError('FORBIDDEN', {
      message: 'Only the student, and administrators of the school, may read who viewed the record',
    })
  const { rows } = await sql<RecordRead & { total: number }>`
    select l.id::float8 as id, l.at, l.kind, l.what, l.actor_name, l.actor_role, l.acting_as_name, l.reason,
      (count(*) over ())::integer as total
    from app.looks_at_record(${student}::uuid) l order by l.at desc, l.id desc
    limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(tx)
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}
