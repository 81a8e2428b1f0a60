import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sendPart } from './send-part.ts'

const send = vi.hoisted(() => vi.fn<() => Promise<unknown>>())
vi.mock('./queries.ts', () => ({ imports: { addRows: { call: send } } }))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  send.mockReset()
})
const failing = (status?: number) => send.mockRejectedValue(Object.assign(new Error('no'), { status }))

it('retries three times, each after 1000 ms (Spec §9)', async () => {
  failing(503)
  const failed = sendPart('id', []).catch((error: Error) => error.message)
  for (const tries of [1, 2, 3, 4]) {
    expect(send).toHaveBeenCalledTimes(tries)
    await vi.advanceTimersByTimeAsync(999)
    expect(send).toHaveBeenCalledTimes(tries)
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(await failed).toBe('no')
  expect(send).toHaveBeenCalledTimes(4)
})

it('does not retry after a refusal', async () => {
  failing(400)
  await expect(sendPart('id', [])).rejects.toThrow('no')
  expect(send).toHaveBeenCalledOnce()
})
