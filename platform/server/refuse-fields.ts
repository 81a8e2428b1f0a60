import { ORPCError } from '@orpc/server'

/** Refuses input with a sentence for each wrong field (HTTP 400), if there is one; `below` is the prefix of the field names. */
export function refuseFields(problems: Readonly<Record<string, string>>, below = ''): void {
  const entries = Object.entries(problems).map(([field, message]) => [`${below}${field}`, message] as const)
  if (entries[0])
    throw new ORPCError('BAD_REQUEST', {
      message: entries[0][1],
      data: { fieldErrors: Object.fromEntries(entries) },
    })
}
