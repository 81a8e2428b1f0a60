import { createHmac } from 'node:crypto'

/** The characters of a code: none that look alike. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const STEP_MS = 30_000
/** How many codes are sent ahead, so that they keep changing offline. */
const AHEAD = 60
/** A phone's clock may be a few minutes off: this many codes before and after a time are accepted. */
const BEFORE = 6
const AFTER = 4

/** The code of a shift in the 30 seconds around a time, derived from the server's secret, so no one else can generate it. */
export function codeAt(secret: string, shiftId: string, at: number): string {
  const digest = createHmac('sha256', secret)
    .update(`check-in ${shiftId} ${Math.floor(at / STEP_MS)}`)
    .digest()
  return [...digest.subarray(0, 6)].map((byte) => SIGNS[byte % SIGNS.length]).join('')
}

/** The codes of a shift for the next 30 minutes, one per 30 seconds. */
export function codesFrom(secret: string, shiftId: string, now: number) {
  const first = Math.floor(now / STEP_MS) * STEP_MS
  return Array.from({ length: AHEAD }, (_, nth) => {
    const from = first + nth * STEP_MS
    return {
      code: codeAt(secret, shiftId, from),
      from: new Date(from).toISOString(),
      until: new Date(from + STEP_MS).toISOString(),
    }
  })
}

/** True if this code was shown around the time it was entered. */
export const isCodeOf = (secret: string, shiftId: string, code: string, at: number): boolean =>
  Array.from({ length: BEFORE + AFTER + 1 }, (_, nth) =>
    codeAt(secret, shiftId, at + (nth - BEFORE) * STEP_MS),
  ).includes(code)
