import { expect, test } from 'vitest'
import { QUICK, tryHostileClients } from './r21-hostile-clients.ts'

test(
  'R21: signed-in people are served despite as many hostile clients; without limits they are not',
  { timeout: 300_000 },
  async () => {
    const findings = []
    for await (const finding of tryHostileClients(QUICK)) findings.push(finding)
    expect(findings).toHaveLength(2)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)
