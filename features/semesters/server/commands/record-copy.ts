import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { CopyMode, SkipReason } from '../../contract.ts'

type NewCopy = {
  id: string
  schoolId: string
  sourceId: string
  targetId: string
  mode: CopyMode
  deltaDays: number
  copied: number
  skippedByReason: Partial<Record<SkipReason, number>>
}

/** Notes that a copy was made, by whom and with what outcome. */
export async function recordCopy(tx: Tx, copy: NewCopy): Promise<void> {
  await tx
    .insertInto('semester_copies')
    .values({
      id: copy.id,
      school_id: copy.schoolId,
      source_semester_id: copy.sourceId,
      target_semester_id: copy.targetId,
      mode: copy.mode,
      delta_days: copy.deltaDays,
      copied: copy.copied,
      skipped_by_reason: JSON.stringify(copy.skippedByReason),
      copied_by: sql<string>`app.uid()`,
    })
    .execute()
}
