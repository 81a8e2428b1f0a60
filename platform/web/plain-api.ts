/** A call that the server refused, in its own words; `data` may name the fields (`fieldErrors`). */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly status: number
  readonly data: unknown
  constructor(message: string, status: number, data: unknown) {
    super(message)
    this.status = status
    this.data = data
  }
}

/**
 * Calls the REST API by address (`GET /plans`), for the pages that anyone may read: they ask too little to load the
 * client of the API for it. Throws CallFailed with the server's words, or with what a broken network means.
 */
export async function callPlainly<Output>(
  method: 'GET' | 'POST',
  path: `/${string}`,
  input?: object,
): Promise<Output> {
  const answer = await fetch(`/api${path}`, {
    method,
    ...(input && { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } }),
  }).catch(() => {
    throw new CallFailed('Placewell cannot be reached. Check your connection and try again.', 0, undefined)
  })
  const body: unknown = await answer.json().catch(() => null)
  if (answer.ok) return body as Output
  const { message, data } = (body ?? {}) as { message?: string; data?: unknown }
  throw new CallFailed(message ?? 'Something went wrong. Please try again.', answer.status, data)
}
