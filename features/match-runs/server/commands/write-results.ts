import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Result } from '../result-of.ts'

/** Replaces the results of a run: where it places each student, and the reasons they read. */
export async function writeResults(
  tx: Tx,
  run: { id: string; school_id: string },
  results: readonly Result[],
): Promise<void> {
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
        g (student_id uuid, option_ids uuid[], choices uuid[], sentences text[], is_edited boolean)),
    changed as (update public.wishlist_results r set option_ids = g.option_ids, sentences = g.sentences, is_edited = g.is_edited
      from given g where r.run_id = ${run.id}::uuid and r.student_id = g.student_id
        and (r.option_ids, r.sentences, r.is_edited) is distinct from (g.option_ids, g.sentences, g.is_edited))
    insert into public.wishlist_results (run_id, student_id, school_id, option_ids, choices, sentences)
    select ${run.id}::uuid, g.student_id, ${run.school_id}::uuid, g.option_ids, g.choices, g.sentences from given g
    where not exists (select from public.wishlist_results r where r.run_id = ${run.id}::uuid and r.student_id = g.student_id)`.execute(
    tx,
  )
}
