import { expect, test } from 'vitest'
import { QUICK, tryTornRecords } from './r20-torn-records.ts'

test(
  'R20: submitting evaluations and accepting a report are complete or absent after an interruption, and done once',
  { timeout: 300_000 },
  async () => {
    const findings = await Array.fromAsync(tryTornRecords(QUICK))
    expect(findings).toHaveLength(2)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
