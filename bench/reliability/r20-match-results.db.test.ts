import { expect, test } from 'vitest'
import { QUICK, tryMatchResults } from './r20-match-results.ts'

test(
  'R20: a match published by a killed process reaches everyone or no one, once; given shift by shift it is torn',
  { timeout: 300_000 },
  async () => {
    const findings = await Array.fromAsync(tryMatchResults(QUICK))
    expect(findings).toHaveLength(2)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
