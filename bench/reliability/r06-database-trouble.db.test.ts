import { expect, test } from 'vitest'
import { QUICK, tryDatabaseTrouble } from './r06-database-trouble.ts'

test(
  'R06: a silent or frozen database leaves no request hanging, and recovery is quick; without timeouts requests hang',
  { timeout: 300_000 },
  async () => {
    const findings = []
    for await (const finding of tryDatabaseTrouble(QUICK)) findings.push(finding)
    expect(findings).toHaveLength(4)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
