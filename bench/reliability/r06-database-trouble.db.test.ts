import { expect, test } from 'vitest'
import { QUICK, tryDatabaseTrouble } from './r06-database-trouble.ts'

test(
  'R06: silent or frozen, the database leaves nobody waiting, and healing is quick; without time-outs they wait',
  { timeout: 300_000 },
  async () => {
    const findings = []
    for await (const finding of tryDatabaseTrouble(QUICK)) findings.push(finding)
    expect(findings).toHaveLength(4)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
