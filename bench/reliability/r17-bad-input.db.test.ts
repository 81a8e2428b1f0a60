import { expect, test } from 'vitest'
import { QUICK, tryBadInput } from './r17-bad-input.ts'

test(
  'R17: bad input gets a response and does no harm; a planted fault is reported',
  { timeout: 300_000 },
  async () => {
    const findings = await Array.fromAsync(tryBadInput(QUICK))
    expect(findings).toHaveLength(6)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
