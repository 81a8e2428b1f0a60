import type { Tx } from '#platform/server/db.ts'

/** Takes back what no preceptor has accepted yet; an accepted agreement stays, for the days that were worked under it. */
export async function withdrawNominations(tx: Tx, projectId: string, reason: string | null): Promise<void> {
  await tx
    .updateTable('capstone_nominations')
    .set({ status: 'withdrawn', reason })
    .where('project_id', '=', projectId)
    .where('status', 'in', ['proposed', 'asked'])
    .execute()
}
