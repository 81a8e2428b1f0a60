import { expect, test } from 'vitest'
import { QUICK, tryBulkRows } from './r20-bulk-rows.ts'

test(
  'R20: a bulk job whose worker is killed gives each row one outcome; with outcomes recorded first, rows are lost',
  { timeout: 300_000 },
  async () => {
    const findings = await Array.fromAsync(tryBulkRows(QUICK))
    expect(findings).toHaveLength(2)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
