/** What a failed state shows of an error: its message, and the id of the request that failed, if it has one. */
export function failureOf(error: unknown): { message?: string; requestId?: string } {
  if (!(error instanceof Error)) return {}
  const { message, requestId } = error as Error & { requestId?: string }
  return { message, ...(requestId !== undefined && { requestId }) }
}

/** True if what was requested does not exist, or not for this person. */
export const isMissing = (error: unknown): boolean => (error as { status?: unknown } | null)?.status === 404
