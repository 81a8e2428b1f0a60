import type { Tx } from '#platform/server/db.ts'

/** The full name of someone whom the caller may see. */
export async function findName(tx: Tx, id: string): Promise<string> {
  const { full_name } = await tx
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return full_name
}
