import { expect, test } from 'vitest'
import { tryTimeRules } from './r13-time-rules.ts'

test(
  'R13: the time rules hold before and after each limit, by the server’s clock',
  { timeout: 300_000 },
  async () => {
    const findings = []
    for await (const finding of tryTimeRules()) findings.push(finding)
    expect(findings).toHaveLength(12)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
