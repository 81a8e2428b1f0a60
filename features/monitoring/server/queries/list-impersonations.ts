import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { IMPERSONATIONS_A_PAGE, type Impersonation } from '../../contract.ts'

/** Who at Placewell acted as whom, newest first: each start in the audit trail with the end that follows, or the time it expired. */
export async function listImpersonations(
  tx: Tx,
  page: number,
): Promise<{ rows: Impersonation[]; total: number }> {
  const begun = tx
    .selectFrom('audit_events as b')
    .where('b.action', '=', 'impersonation_started')
    .where('b.acting_as', 'is not', null)
  const rows = await tx
    .selectFrom(
      begun
        .selectAll()
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(IMPERSONATIONS_A_PAGE)
        .offset((page - 1) * IMPERSONATIONS_A_PAGE)
        .as('e'),
    )
    .leftJoin('users as actor', 'actor.id', 'e.actor_id')
    .leftJoin('users as seen', 'seen.id', 'e.acting_as')
    .select((row) => [
      'e.id',
      'e.at as started_at',
      'e.acting_as',
      'e.reason',
      'actor.full_name as actor_name',
      'seen.full_name as acting_as_name',
      sql<boolean>`coalesce((e.changes ->> 'may_write')::boolean, false)`.as('may_write'),
      row.fn
        .coalesce(
          row
            .selectFrom('audit_events as x')
            .select('x.at')
            .where('x.action', '=', 'impersonation_ended')
            .whereRef('x.acting_as', '=', 'e.acting_as')
            .whereRef('x.actor_id', '=', 'e.actor_id')
            .whereRef('x.at', '>', 'e.at')
            .orderBy('x.at')
            .limit(1),
          sql<
            string | null
          >`case when (e.changes ->> 'until')::timestamptz <= now() then (e.changes ->> 'until')::timestamptz end`,
        )
        .as('ended_at'),
    ])
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .execute()
  const { total } = await begun
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
