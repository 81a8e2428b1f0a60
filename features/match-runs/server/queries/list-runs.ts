import type { Tx } from '#platform/server/db.ts'
import type { Run, RunStatus } from '../../contract.ts'
import { runPhaseOf } from '../../rules.ts'

/** The runs of a wishlist, newest first; or the one with the given id. */
export async function listRuns(tx: Tx, of: { campaignId: string } | { id: string }): Promise<Run[]> {
  const rows = await tx
    .selectFrom('wishlist_runs as r')
    .leftJoin('jobs as j', 'j.id', 'r.job_id')
    .leftJoin('users as u', 'u.id', 'r.created_by')
    .select([
      'r.id',
      'r.campaign_id',
      'r.number',
      'r.job_id',
      'r.status',
      'j.status as job_status',
      'r.settings',
      'r.proof',
      'r.figures',
      'r.created_at',
      'u.full_name as created_by_name',
      'r.finished_at',
    ])
    .where((eb) => ('id' in of ? eb('r.id', '=', of.id) : eb('r.campaign_id', '=', of.campaignId)))
    .orderBy('r.number', 'desc')
    .execute()
  return rows.map(({ status, job_status: job, ...row }) => ({
    ...(row as unknown as Omit<Run, 'phase'>),
    phase: runPhaseOf(status as RunStatus, job),
  }))
}
