import type { JobKind } from '#features/jobs/server/public.ts'
import type { Verification } from '../contract.ts'
import { chainFaults } from '../rules.ts'
import { beginOf } from './blocks.ts'
import { nextBlocks } from './queries/next-blocks.ts'
import { listChains } from './queries/list-chains.ts'

export const VERIFY_JOB = 'verify_audit'

/** Blocks per statement, of up to 2,000 rows each. */
const BLOCKS = 20
const LISTED = 100

/**
 * Verifies every chain from its first block to its last (docs/decisions/049), a few blocks
 * at a time, and stores the first fault of each as the job's result; reads only. A process
 * that dies starts over, because half a verification proves nothing.
 */
export const verifyChains: JobKind = async (job) => {
  const all = await job.act(listChains, { readOnly: true })
  const total = all.reduce((sum, { rows }) => sum + rows, 0)
  const broken: Verification['broken'] = []
  let done = 0
  let brokenCount = 0
  for (const { chain, name } of all) {
    let isBroken = false
    for (let from = beginOf(chain), isMore = true; isMore;) {
      await job.progress({ done: Math.min(done, total), total })
      const { seq: after } = from
      const blocks = await job.act((tx) => nextBlocks(tx, chain, after, BLOCKS), { readOnly: true })
      for (const { seq, sealed_at, rows, fault, source, row_id } of chainFaults(blocks, from, new Date())) {
        done += rows
        if (fault === null || isBroken) continue
        isBroken = true
        brokenCount++
        if (broken.length < LISTED) broken.push({ chain, name, seq, sealed_at, fault, source, row_id })
      }
      from = blocks.at(-1) ?? from
      isMore = blocks.length > 0
    }
  }
  return {
    checked_at: new Date().toISOString(),
    chains: all.length,
    rows: done,
    broken,
    broken_count: brokenCount,
  } satisfies Verification
}
