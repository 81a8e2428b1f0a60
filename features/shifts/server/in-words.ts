import { ORPCError } from '@orpc/server'
import { Refused } from '#core/refusal.ts'
import { asContractError } from '#platform/server/pg-errors.ts'

/** A refusal in the words that the person reads; what is no refusal rises. */
export function inWords(error: unknown): { message: string; reason: string | null } {
  const known = asContractError(error)
  if (
    known instanceof ORPCError &&
    ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'].includes(known.code)
  )
    return { message: known.message, reason: reasonOf(known.cause) }
  throw error
}

/** What our own refusals say in one word: why no agreement covers a shift, or their detail; the database's own details name rows and stay here. */
function reasonOf(cause: unknown): string | null {
  if (cause instanceof Refused) return cause.code.endsWith('.old_version') ? 'version' : cause.code
  const { code, message, detail } = (cause ?? {}) as { code?: string; message?: string; detail?: string }
  const word = /^cover\.(\w+)$/.exec(message ?? '')?.[1] ?? detail ?? ''
  return code?.startsWith('PW') && /^[a-z_]+$/.test(word) ? word : null
}
