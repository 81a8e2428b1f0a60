import { CompiledQuery } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { SealedBlock } from '../../rules.ts'
import { type BlockRow, blocksSql, sealedBlock } from '../blocks.ts'

/** The next blocks of a chain, for the superadmin. */
export async function nextBlocks(
  tx: Tx,
  chain: string,
  after: number,
  blocks: number,
): Promise<SealedBlock[]> {
  const { rows } = await tx.executeQuery<BlockRow>(CompiledQuery.raw(blocksSql, [chain, after, blocks]))
  return rows.map(sealedBlock)
}
