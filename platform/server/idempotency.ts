import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { Tx } from './db.ts'

/**
 * Runs `work` once per person and key, inside the caller's transaction: the key is taken first, so a second call with
 * it waits for the first to commit and is given the same answer. The same key with another request is refused (422).
 */
export async function once<T>(
  tx: Tx,
  call: { key: string; name: string; request: unknown },
  work: () => Promise<T>,
): Promise<T> {
  const requestHash = createHash('sha256').update(stableJson(call.request)).digest('hex')
  const { rows } = await sql<{ is_new: boolean; same_request: boolean; answer: T }>`
    select * from app.take_idempotency_key(${call.key}::uuid, ${call.name}, ${requestHash})`.execute(tx)
  const taken = rows[0]
  if (!taken) throw new ORPCError('UNAUTHORIZED')
  if (!taken.is_new) {
    if (!taken.same_request)
      throw new ORPCError('UNPROCESSABLE_CONTENT', {
        status: 422,
        message: 'This key was already used for another request. Start again from the form.',
      })
    return taken.answer
  }
  const answer = await work()
  await sql`select app.keep_idempotent_answer(${call.key}::uuid, ${JSON.stringify(answer ?? null)}::jsonb)`.execute(
    tx,
  )
  return answer
}

/** JSON with its keys in order, so that equal requests hash equally. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
