import { expect, test } from 'vitest'
import { QUICK, tryBleed } from './r19-context-bleed.ts'

test(
  'R19: no one gets another person’s data; with the identity set for the session, they do',
  { timeout: 300_000 },
  async () => {
    const findings = await Array.fromAsync(tryBleed(QUICK))
    expect(findings).toHaveLength(3)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
