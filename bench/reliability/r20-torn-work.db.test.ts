import { expect, test } from 'vitest'
import { QUICK, tryTornWork } from './r20-torn-work.ts'

test(
  'R20: interrupted work of many steps is complete or absent; row by row it is torn',
  { timeout: 300_000 },
  async () => {
    const findings = await Array.fromAsync(tryTornWork(QUICK))
    expect(findings).toHaveLength(4)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
