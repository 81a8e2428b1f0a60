import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { Tx } from './db.ts'

type Call = {
  key: string
  name: string
  request: unknown
  /** The sentence for the same key with a different request. */
  refusal?: string
}

const SAVED_OTHERWISE =
  'This was already saved, and the form has changed since. Close it, look at what was saved, and change that.'

/**
 * Runs `work` once per person and key, inside the caller's transaction. The key is claimed first, so a second call with it waits for the
 * first to commit and gets the same answer. The same key with a different request is refused (422).
 */
export async function once<T>(tx: Tx, call: Call, work: () => Promise<T>): Promise<T> {
  if (!(await claimKey(tx, call))) {
    const earlier = await tx
      .selectFrom('idempotency_keys')
      .select(['name', 'request_hash', 'answer'])
      .where('key', '=', call.key)
      .executeTakeFirstOrThrow()
    if (earlier.name !== call.name || earlier.request_hash !== hashOf(call.request))
      throw new ORPCError('UNPROCESSABLE_CONTENT', {
        status: 422,
        message: call.refusal ?? 'This key was already used for another request. Start again from the form.',
      })
    return earlier.answer as T
  }
  const answer = await work()
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer ?? null) })
    .where('key', '=', call.key)
    .where('answer', 'is', null)
    .execute()
  return answer
}

/** Waits for another call with the same key to commit or roll back; returns false if the key was used before, or if no one is signed in. */
async function claimKey(tx: Tx, { key, name, request }: Call): Promise<boolean> {
  try {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('idempotency_keys')
      .values({ user_id: me, key, name, request_hash: hashOf(request) })
      .onConflict((known) => known.columns(['user_id', 'key']).doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  } catch (error) {
    if ((error as { code?: string }).code === '42501') throw new ORPCError('UNAUTHORIZED')
    throw error
  }
}

const me = sql<string>`app.real_uid()`

type Work<T> = (tx: Tx) => Promise<T>

/**
 * For the guard: wraps the write transactions of one call in `once`, with the whole input as the request, if the contract takes an
 * `idempotency_key` and the call has one, or if it creates a row by an id of the browser; otherwise they run unchanged. Each transaction of
 * a call has a key of its own, by its order.
 */
export function keyedTransactions(
  procedure: { '~orpc': { inputSchema?: unknown; meta: { createsById?: boolean } } },
  path: readonly string[],
  input: unknown,
): <T>(work: Work<T>) => Work<T> {
  const { idempotency_key: key, ...values } = (input ?? {}) as Record<string, unknown>
  const calls: Call[] = []
  const name = path.join('.')
  if (typeof key === 'string' && acceptsKey(procedure)) calls.push({ key, name, request: input })
  if (procedure['~orpc'].meta.createsById && typeof values['id'] === 'string' && !values['version'])
    calls.push({
      key: uuidOf(`${name} ${values['id']}`),
      name,
      request: values,
      refusal: SAVED_OTHERWISE,
    })
  let begun = 0
  return (work) => {
    const nth = begun++
    return calls.reduce((inner, { key: first, ...call }) => {
      const own = { ...call, key: nth === 0 ? first : uuidOf(`${first} ${nth}`) }
      return (tx) => once(tx, own, () => inner(tx))
    }, work)
  }
}

/** Whether the contract of a procedure takes an idempotency key; its input schema is then an object. */
export function acceptsKey(procedure: { '~orpc': { inputSchema?: unknown } }): boolean {
  const { shape } = (procedure['~orpc'].inputSchema ?? {}) as { shape?: object }
  return shape !== undefined && 'idempotency_key' in shape
}

const hashOf = (request: unknown): string => digestOf(request).toString('hex')

const digestOf = (request: unknown): Buffer => createHash('sha256').update(stableJson(request)).digest()

function uuidOf(text: string): string {
  const hex = digestOf(text).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

/** JSON with sorted keys, so that equal requests have equal hashes. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
