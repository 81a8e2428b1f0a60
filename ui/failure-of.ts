/** What a failed state says of an error: its message, and the id of the request that failed where it carries one. */
export function failureOf(error: unknown): { message?: string; requestId?: string } {
  if (!(error instanceof Error)) return {}
  const { message, requestId } = error as Error & { requestId?: string }
  return { message, ...(requestId !== undefined && { requestId }) }
}

/** Is what was asked for not there, or not for who asks? */
export const isMissing = (error: unknown): boolean => (error as { status?: unknown } | null)?.status === 404
