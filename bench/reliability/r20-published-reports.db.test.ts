import { expect, test } from 'vitest'
import { QUICK, tryPublishedReports } from './r20-published-reports.ts'

test(
  'R20: reports of a job whose worker is killed are published completely and once; with outcomes recorded first, some are lost',
  { timeout: 300_000 },
  async () => {
    const findings = await Array.fromAsync(tryPublishedReports(QUICK))
    expect(findings).toHaveLength(3)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
