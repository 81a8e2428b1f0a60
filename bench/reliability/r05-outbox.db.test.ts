import { expect, test } from 'vitest'
import { holds, QUICK, tryOutbox } from './r05-outbox.ts'

test(
  'R05: every queued email arrives, none that was rolled back, and copies have one Message-ID',
  { timeout: 300_000 },
  async () => {
    const result = await tryOutbox(QUICK, 'product')
    expect({ result, holds: holds(QUICK, result) }).toMatchObject({ holds: true })
  },
)

test('R05 control: marked as sent before sending, email is lost', { timeout: 300_000 }, async () => {
  const result = await tryOutbox(QUICK, 'control')
  expect(result.kills).toBe(QUICK.kills)
  expect(result.arrived).toBeLessThan(QUICK.mails)
})
