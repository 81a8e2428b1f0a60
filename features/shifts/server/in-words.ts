import { ORPCError } from '@orpc/server'
import { Refused } from '#core/refusal.ts'
import { asContractError } from '#platform/server/pg-errors.ts'

/** Converts a refusal to the text that the reader sees; rethrows anything else. */
export function inWords(error: unknown): { message: string; reason: string | null } {
  const known = asContractError(error)
  if (
    known instanceof ORPCError &&
    ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'].includes(known.code)
  )
    return { message: known.message, reason: reasonOf(known.cause) }
  throw error
}

/**
 * The one-word reason of our own refusals: why no agreement covers a shift, or their detail. The database's details name rows and are not
 * sent.
 */
function reasonOf(cause: unknown): string | null {
  if (cause instanceof Refused) return cause.code.endsWith('.old_version') ? 'version' : cause.code
  const { code, message, detail } = (cause ?? {}) as { code?: string; message?: string; detail?: string }
  const word = /^cover\.(\w+)$/.exec(message ?? '')?.[1] ?? detail ?? ''
  return code?.startsWith('PW') && /^[a-z_]+$/.test(word) ? word : null
}
