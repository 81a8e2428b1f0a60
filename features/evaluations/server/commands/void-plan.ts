import type { Tx } from '#platform/server/db.ts'

/** Ends the open remediation plan of an evaluation that no longer calls for one: voided, replaced, or submitted again without such items. */
export async function voidPlan(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('remediation_plans')
    .set({ status: 'void' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute()
}
