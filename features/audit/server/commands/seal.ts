import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { beginDigest, blockDigest } from '../blocks.ts'

type Waiting = { source: string; row_id: number; chain: string; digest: Buffer }

/**
 * As the worker: seals committed rows in the queue, at most `most`: one more block per
 * chain. One process at a time; a crash rolls back the whole step. Returns how many rows
 * were sealed. Writers and sealing never wait for each other.
 */
export async function seal(tx: Tx, most: number): Promise<number> {
  const { rows: locked } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('placewell audit seal')) as is_mine`.execute(tx)
  if (!locked[0]!.is_mine) return 0
  // A row removed before it was sealed gets an empty digest, so verification reports it as missing.
  const { rows: waiting } = await sql<Waiting>`
    select w.source, w.row_id, w.chain, coalesce(app.audit_row_digest(w.source, w.row_id), ''::bytea) as digest
    from (select q.source, q.row_id, q.chain from public.audit_unsealed q order by q.ready_at, q.source, q.row_id limit ${most}) w
    order by w.source, w.row_id`.execute(tx)
  if (waiting.length === 0) return 0
  const byChain = Map.groupBy(waiting, (row) => row.chain)
  const last = await lastBlocks(tx, [...byChain.keys()])
  const blocks = [...byChain].map(([chain, rows]) => {
    const before = last.get(chain) ?? { seq: 0, digest: beginDigest(chain) }
    const content = {
      chain,
      seq: before.seq + 1,
      sources: rows.map((row) => row.source),
      row_ids: rows.map((row) => row.row_id),
      row_digests: rows.map((row) => row.digest),
    }
    return { ...content, previous: before.digest, digest: blockDigest(before.digest, content) }
  })
  await tx.insertInto('audit_blocks').values(blocks).execute()
  const { numAffectedRows: taken } = await sql`
    delete from public.audit_unsealed q using unnest(${waiting.map((row) => row.source)}::text[], ${waiting.map((row) => row.row_id)}::bigint[]) t (source, row_id)
    where (q.source, q.row_id) = (t.source, t.row_id)`.execute(tx)
  if (Number(taken) !== waiting.length) throw new Error('not everything that was sealed left the queue')
  return waiting.length
}

async function lastBlocks(tx: Tx, chains: readonly string[]) {
  const { rows } = await sql<{ chain: string; seq: number; digest: Buffer }>`
    select c.chain, l.seq, l.digest from unnest(${chains}::uuid[]) c (chain)
    cross join lateral (select b.seq, b.digest from public.audit_blocks b where b.chain = c.chain order by b.seq desc limit 1) l`.execute(
    tx,
  )
  return new Map(rows.map(({ chain, ...block }) => [chain, block]))
}
