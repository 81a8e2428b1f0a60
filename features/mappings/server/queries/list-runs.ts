import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { MappingRun, Proposal } from '../../contract.ts'
import { mappingRefusals } from '../../messages.ts'

const runs = (tx: Tx) =>
  tx
    .selectFrom('mapping_runs as r')
    .innerJoin('schools as s', 's.id', 'r.school_id')
    .leftJoin('facilities as f', 'f.id', 'r.facility_id')
    .leftJoin('jobs as j', (on) => on.onRef('j.id', '=', 'r.job_id').on('j.status', '=', 'failed'))
    .select(['r.id', 'r.school_id', 's.name as school_name', 'r.facility_id', 'f.name as facility_name'])
    .select(['r.job_id', 'r.courses', 'r.units', 'r.known', 'r.applied', 'r.created_at', 'r.finished_at'])
    .select(
      sql<
        string | null
      >`case when j.id is not null then coalesce(j.error_message, 'It failed without a reason.') end`.as(
        'failure',
      ),
    )
    .select([
      sql<MappingRun['status']>`r.status`.as('status'),
      sql<number>`jsonb_array_length(r.proposals)`.as('found'),
    ])

/** Runs that the actor may see, newest first. */
export async function listRuns(
  tx: Tx,
  { page, page_size: size }: { page: number; page_size: number },
): Promise<{ rows: MappingRun[]; total: number }> {
  const rows = await runs(tx)
    .select(sql<number>`(count(*) over ())::integer`.as('total'))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** A run with its proposals; throws NOT_FOUND if the actor may not see it. */
export async function getRun(tx: Tx, id: string): Promise<MappingRun & { proposals: Proposal[] }> {
  const found = await runs(tx)
    .select(sql<Proposal[]>`r.proposals`.as('proposals'))
    .where('r.id', '=', id)
    .executeTakeFirst()
  return found ?? refuse(mappingRefusals, refusal('mapping.run_missing'))
}
