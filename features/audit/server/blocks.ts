import { createHash } from 'node:crypto'
import type { Reached, SealedBlock } from '../rules.ts'

/** The content of a block: its position in the chain, and for each row the source, the id and the digest. */
export type BlockContent = {
  chain: string
  seq: number
  sources: readonly string[]
  row_ids: readonly number[]
  row_digests: readonly Buffer[]
}

/** The digest of a block: over the previous one, its position, and its content. */
export function blockDigest(previous: Buffer, block: BlockContent): Buffer {
  const { chain, seq, sources, row_ids: ids, row_digests: digests } = block
  const hash = createHash('sha256').update(previous)
  hash.update(`${chain} ${seq} ${sources.join(',')} ${ids.join(',')}`)
  for (const digest of digests) hash.update(digest)
  return hash.digest()
}

/** The starting digest of a chain: the digest of its name. */
export const beginDigest = (chain: string): Buffer =>
  createHash('sha256').update(`placewell ${chain}`).digest()

export const beginOf = (chain: string): Reached => ({ seq: 0, digest: beginDigest(chain).toString('hex') })

/** The next $3 blocks of chain $1 after $2, as stored, each with the current digests of its rows. */
export const blocksSql = `select b.chain, b.seq::float8 as seq, b.sealed_at, b.sources, b.row_ids::float8[] as row_ids, b.row_digests, b.previous, b.digest,
    array(select app.audit_row_digest(r.source, r.row_id) from unnest(b.sources, b.row_ids) with ordinality r (source, row_id, n) order by r.n) as found
  from public.audit_blocks b where b.chain = $1 and b.seq > $2 order by b.seq limit $3`

export type BlockRow = BlockContent & {
  sealed_at: string
  previous: Buffer
  digest: Buffer
  found: readonly (Buffer | null)[]
}

/** A block with the digest computed from its content, and its rows that are missing or have another digest now. */
export function sealedBlock(block: BlockRow): SealedBlock {
  const { seq, sealed_at, sources, row_ids: ids, row_digests: digests, previous, digest, found } = block
  const differing = ids.flatMap((row_id, at) => {
    const now = found[at] ?? null
    const was = digests[at]!
    return now?.equals(was) ? [] : [{ source: sources[at]!, row_id, is_gone: now === null }]
  })
  return {
    seq,
    sealed_at,
    rows: ids.length,
    previous: previous.toString('hex'),
    digest: digest.toString('hex'),
    reckoned: blockDigest(previous, block).toString('hex'),
    differing,
  }
}
