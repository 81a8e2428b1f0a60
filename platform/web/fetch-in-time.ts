import { constants } from '#core/constants.ts'

/** What a call waits for: an answer, the arrival of a file, or the opening of a live stream, which then stays open. */
export type TimeLimit = 'standard' | 'upload' | 'stream'

const limitsMs: Record<TimeLimit, number> = {
  standard: constants.services.timeoutMs,
  upload: constants.services.uploadTimeoutMs,
  stream: constants.realtime.timeoutMs,
}

/**
 * Fetches like the browser, which itself would wait for minutes, but gives up after 30 s, an upload after 120 s, and the opening of a live
 * stream after 10 s (Spec §9). Throws TypeError then, as for every broken network.
 */
export async function fetchInTime(
  request: Request,
  init: RequestInit,
  limit: TimeLimit = 'standard',
): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new TypeError('No answer in time')), limitsMs[limit])
  const response = await fetch(request, { ...init, signal: AbortSignal.any([request.signal, late.signal]) })
  if (limit === 'stream') clearTimeout(timer)
  return response
}
