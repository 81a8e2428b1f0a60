import { sql } from 'kysely'
import { refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { VerdictCounts } from '../../contract.ts'
import { importRefusals } from '../../messages.ts'
import { slicesOf } from '../queries/find-imports.ts'
import { judgeRows } from './judge-rows.ts'
import { lockImport } from './lock-import.ts'
import { writeSchools } from './write-schools.ts'
import { writeSites } from './write-sites.ts'

/** How many rows one statement writes, in a second or two; between statements the job can be stopped, and shows its progress. */
const SLICE = 1_000

type Progress = (counts: { done: number; total: number }) => Promise<void>

/**
 * Writes a file as judged, all or nothing, in the given transaction. Judges it once more first, to see recent changes; skips a file that is
 * already written. `progress` may throw to roll everything back.
 */
export async function writeImport(
  tx: Tx,
  { id, with_changes: withChanges }: { id: string; with_changes: boolean },
  progress: Progress,
): Promise<VerdictCounts> {
  const { kind, status, counts: written } = await lockImport(tx, id)
  if (status !== 'open') return written
  const counts = await judgeAlone(tx, id, kind)
  const slices = await slicesOf(tx, id, SLICE)
  const write = kind === 'sites' ? writeSites : writeSchools
  const total = slices.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  for (const slice of slices) {
    await progress({ done, total })
    await write(tx, { id, withChanges, ...slice })
    done += slice.rows
  }
  await progress({ done, total })
  await tx.updateTable('imports').set({ status: 'committed' }).where('id', '=', id).execute()
  return counts
}

/** Allows one import of a kind at a time, so that each sees what the previous one wrote. */
async function judgeAlone(tx: Tx, id: string, kind: string): Promise<VerdictCounts> {
  await sql`select pg_advisory_xact_lock(hashtext('placewell import ' || ${kind}::text))`.execute(tx)
  const counts = await judgeRows(tx, id, { isFinal: true })
  const isEmpty = Object.values(counts).every((rows) => rows === 0)
  refuseIf(importRefusals, isEmpty ? refusal('import.empty') : null)
  return counts
}
