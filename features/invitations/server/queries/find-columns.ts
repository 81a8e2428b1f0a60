import type { Tx } from '#platform/server/db.ts'
import type { ColumnField, RememberedColumns } from '../../rules.ts'

/** What the school chose for the columns of its files, by heading. */
export async function findColumns(tx: Tx, schoolId: string): Promise<RememberedColumns> {
  const rows = await tx
    .selectFrom('import_columns')
    .where('school_id', '=', schoolId)
    .select(['heading', 'field'])
    .execute()
  return Object.fromEntries(rows.map(({ heading, field }) => [heading, field as ColumnField | null]))
}
