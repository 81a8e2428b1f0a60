import { expect, test } from 'vitest'
import { QUICK, tryTornRecords } from './r20-torn-records.ts'

test(
  'R20: evaluations that are submitted and a report that is accepted, broken at a step, are there wholly or not at all, once',
  { timeout: 300_000 },
  async () => {
    const findings = await Array.fromAsync(tryTornRecords(QUICK))
    expect(findings).toHaveLength(2)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
