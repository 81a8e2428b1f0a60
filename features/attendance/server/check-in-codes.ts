import { createHmac } from 'node:crypto'

/** What a code is made of: signs that are not taken for one another. */
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const STEP_MS = 30_000
/** So many codes are given ahead, so that they turn without a connection. */
const AHEAD = 60
/** A phone's clock may be off by a few minutes: so many codes count that came before a time, and after it. */
const BEFORE = 6
const AFTER = 4

/** The code of a shift in the 30 seconds around a time, from the server's secret: no one makes it who does not know that. */
export function codeAt(secret: string, shiftId: string, at: number): string {
  const digest = createHmac('sha256', secret)
    .update(`check-in ${shiftId} ${Math.floor(at / STEP_MS)}`)
    .digest()
  return [...digest.subarray(0, 6)].map((byte) => SIGNS[byte % SIGNS.length]).join('')
}

/** The codes of a shift for the next 30 minutes, one each 30 seconds. */
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

/** Was this code shown around the time when it was entered? */
export const isCodeOf = (secret: string, shiftId: string, code: string, at: number): boolean =>
  Array.from({ length: BEFORE + AFTER + 1 }, (_, nth) =>
    codeAt(secret, shiftId, at + (nth - BEFORE) * STEP_MS),
  ).includes(code)
