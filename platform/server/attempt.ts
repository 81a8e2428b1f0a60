import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { Tx } from './db.ts'
import { asContractError } from './pg-errors.ts'

const REFUSALS = ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT']

/**
 * Tries one of many items in a shared transaction; a refused one leaves the rest unchanged. Returns the result, or the refusal as the
 * caller would get it; any other error is thrown.
 */
export async function attempt<T>(
  tx: Tx,
  work: () => Promise<T>,
): Promise<{ value: T; refused: null } | { value: null; refused: ORPCError<string, unknown> }> {
  await sql`savepoint attempt`.execute(tx)
  try {
    const value = await work()
    await sql`release savepoint attempt`.execute(tx)
    return { value, refused: null }
  } catch (error) {
    const refused = asContractError(error)
    if (!(refused instanceof ORPCError) || !REFUSALS.includes(refused.code)) throw error
    await sql`rollback to savepoint attempt`.execute(tx)
    return { value: null, refused }
  }
}
