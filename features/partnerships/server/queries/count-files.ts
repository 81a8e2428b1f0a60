import type { Tx } from '#platform/server/db.ts'

/** How many signed agreements a partnership has. */
export async function countFiles(tx: Tx, id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('partnership_files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('partnership_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}
