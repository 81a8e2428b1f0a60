/** A call that the server refused, with its message; `data` may name the fields (`fieldErrors`). */
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
 * Calls the REST API by address (`GET /plans`), for public pages, which make too few calls to load the API client. Throws CallFailed with
 * the server's message, or with what a broken network means.
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
