import { ORPCError } from '@orpc/server'
import type { Tx } from './db.ts'
import { asContractError } from './pg-errors.ts'
import { inSavepoint } from './savepoint.ts'

/** These are about the caller, not about one item: someone who is signed out, or has reached a limit, gets the same for each. */
const ENDS_ALL = ['UNAUTHORIZED', 'TOO_MANY_REQUESTS']

/**
 * Tries one of many items in a shared transaction; a refused one leaves the rest unchanged. Returns the result, or the refusal as the
 * caller would get it; any other error is thrown.
 */
export async function attempt<T>(
  tx: Tx,
  work: () => Promise<T>,
): Promise<{ value: T; refused: null } | { value: null; refused: ORPCError<string, unknown> }> {
  try {
    return { value: await inSavepoint(tx, work), refused: null }
  } catch (error) {
    const refused = asContractError(error)
    if (!(refused instanceof ORPCError) || refused.status >= 500 || ENDS_ALL.includes(refused.code))
      throw error
    return { value: null, refused }
  }
}
