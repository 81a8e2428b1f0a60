import { expect, test } from 'vitest'
import { QUICK, tryLastSeat } from './r03-last-seat.ts'

test(
  'R03: of many students who claim the last seat one gets it; with counting first, many do',
  { timeout: 300_000 },
  async () => {
    const findings = await Array.fromAsync(tryLastSeat(QUICK))
    expect(findings).toHaveLength(2)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
