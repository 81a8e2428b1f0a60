import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { RememberedColumns } from '../../rules.ts'

export async function rememberColumns(
  tx: Tx,
  schoolId: string,
  by: string,
  columns: RememberedColumns,
): Promise<void> {
  // In a fixed order, so that two administrators at once never deadlock.
  const rows = Object.entries(columns)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([heading, field]) => ({ school_id: schoolId, heading, field, chosen_by: by }))
  if (rows.length === 0) return
  await tx
    .insertInto('import_columns')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'heading']).doUpdateSet((eb) => ({
        field: eb.ref('excluded.field'),
        chosen_by: eb.ref('excluded.chosen_by'),
        chosen_at: sql<string>`now()`,
      })),
    )
    .execute()
}
