import { expect, test } from 'vitest'
import { QUICK, tryRollingRestart } from './r11-rolling-restart.ts'

test('R11: a rolling restart fails no request; kill -9 does', { timeout: 300_000 }, async () => {
  const findings = []
  for await (const finding of tryRollingRestart(QUICK)) findings.push(finding)
  expect(findings).toHaveLength(3)
  expect(findings.filter(({ holds }) => !holds)).toEqual([])
})
