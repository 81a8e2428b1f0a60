import { ORPCError } from '@orpc/server'

/** Refuses input with a sentence at each of its fields (HTTP 400), where there is one; `below` goes before the names of the fields. */
export function refuseFields(problems: Readonly<Record<string, string>>, below = ''): void {
  const entries = Object.entries(problems).map(([field, message]) => [`${below}${field}`, message] as const)
  if (entries[0])
    throw new ORPCError('BAD_REQUEST', {
      message: entries[0][1],
      data: { fieldErrors: Object.fromEntries(entries) },
    })
}
