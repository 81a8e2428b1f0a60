import { expect, test } from 'vitest'
import { QUICK, tryIdempotency } from './r04-idempotency.ts'

test(
  'R04: a request with a key runs once; with the key stored after the commit, it runs again',
  { timeout: 300_000 },
  async () => {
    const findings = await Array.fromAsync(tryIdempotency(QUICK))
    expect(findings).toHaveLength(3)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
