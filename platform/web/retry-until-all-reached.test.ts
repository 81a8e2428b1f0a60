import { expect, test, vi } from 'vitest'
import { retryUntilAllReached } from './retry-until-all-reached.ts'

const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
const twoAtATime = async ({ rows: sent }: { rows: readonly { id: string }[] }) => ({ rows: sent.slice(0, 2) })

test('sends again what was not reached, until all were', async () => {
  const send = vi.fn<typeof twoAtATime>(twoAtATime)
  expect(await retryUntilAllReached({ rows }, send)).toBe(5)
  expect(send.mock.calls.map(([{ rows: sent }]) => sent.length)).toEqual([5, 3, 1])
})

test('first sends its own input, which has the key of its press', async () => {
  const send = vi.fn<typeof twoAtATime>(twoAtATime)
  const input = { rows: rows.slice(0, 2) }
  await retryUntilAllReached(input, send)
  expect(send.mock.calls[0]![0]).toBe(input)
})

test('fails if nothing was done, and returns how many if only the rest failed', async () => {
  const refusing = () => Promise.reject(new Error('One needs a look.'))
  await expect(retryUntilAllReached({ rows }, refusing)).rejects.toThrow('One needs a look.')
  const send = vi
    .fn<typeof twoAtATime>(twoAtATime)
    .mockImplementationOnce(twoAtATime)
    .mockImplementationOnce(refusing)
  expect(await retryUntilAllReached({ rows }, send)).toBe(2)
})

test('ends if a call reaches nothing', async () => {
  expect(await retryUntilAllReached({ rows }, async () => ({ rows: [] }))).toBe(0)
})
