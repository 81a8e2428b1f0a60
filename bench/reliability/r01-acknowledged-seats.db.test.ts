import { expect, test } from 'vitest'
import { QUICK, tryAcknowledgedSeats } from './r01-acknowledged-seats.ts'

test(
  'R01: no acknowledged seat is lost or doubled; with new ids, students who hold it are refused',
  { timeout: 300_000 },
  async () => {
    const findings = await Array.fromAsync(tryAcknowledgedSeats(QUICK))
    expect(findings).toHaveLength(2)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
