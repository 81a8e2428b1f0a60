import { constants } from '#core/constants.ts'

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
    // The browser itself would wait for minutes.
    signal: AbortSignal.timeout(constants.services.timeoutMs),
    ...(input && { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } }),
  }).catch(() => null)
  const body: unknown = await answer?.json().catch(() => null)
  const isPage = answer?.headers.get('content-type')?.startsWith('text/html')
  if (answer?.ok && !isPage) return body as Output
  const { code, message, data } = (body ?? {}) as { code?: string; message?: string; data?: unknown }
  // Errors of ours have a code; otherwise a proxy or the sign-in page of a network answered.
  if (answer && code) throw new CallFailed(message!, answer.status, data)
  throw new CallFailed('Placewell cannot be reached. Check your connection and try again.', 0, undefined)
}
