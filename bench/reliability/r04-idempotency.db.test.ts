import { expect, test } from 'vitest'
import { QUICK, tryIdempotency } from './r04-idempotency.ts'

test(
  'R04: what carries a key happens once; kept after the commit, it happens again',
  { timeout: 300_000 },
  async () => {
    const findings = await Array.fromAsync(tryIdempotency(QUICK))
    expect(findings).toHaveLength(3)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
