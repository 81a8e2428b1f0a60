import { expect, test } from 'vitest'
import { QUICK, tryLastSeat } from './r03-last-seat.ts'

test(
  'R03: of many who want the last seat one has it; counting first, many have',
  { timeout: 300_000 },
  async () => {
    const findings = await Array.fromAsync(tryLastSeat(QUICK))
    expect(findings).toHaveLength(2)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
