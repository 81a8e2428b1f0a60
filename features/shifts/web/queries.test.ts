import { expect, test, vi } from 'vitest'
import type { Outcome } from '../contract.ts'
import { retrySeries, retryUntilReached, unchangedWords } from './queries.ts'

type Sent = { shifts: { id: string }[]; note: string }
const shifts = Array.from({ length: 200 }, (_, index) => ({ id: `shift ${index}` }))

/** A server that reaches this many shifts in one request, and refuses the fourth. */
const reaching = (most: number) =>
  vi.fn<(input: Sent) => Promise<Outcome[]>>(async (input) =>
    input.shifts.map(({ id }, index) => {
      if (index >= most) return { id, ok: false, message: 'No time.', reason: 'not_reached' }
      const isRefused = id === 'shift 3'
      return { id, ok: !isRefused, message: isRefused ? 'Full.' : null, reason: null }
    }),
  )

test('a command on 200 shifts is sent again only for those that were not reached', async () => {
  const send = reaching(30)
  const outcomes = await retryUntilReached({ mutationFn: send }).mutationFn({ shifts, note: 'All' })
  expect(send.mock.calls.map(([input]) => input.shifts.length)).toEqual([200, 170, 140, 110, 80, 50, 20])
  expect(send.mock.calls.every(([input]) => input.note === 'All')).toBe(true)
  expect(outcomes.map(({ id }) => id)).toEqual(shifts.map(({ id }) => id))
  expect(outcomes.filter(({ ok }) => !ok)).toEqual([
    { id: 'shift 3', ok: false, message: 'Full.', reason: null },
  ])
})

test('a later request that fails is reported for the rest; a first request that fails throws', async () => {
  const send = reaching(150)
  send.mockImplementationOnce(send.getMockImplementation()!).mockRejectedValueOnce(new Error('Offline.'))
  const outcomes = await retryUntilReached({ mutationFn: send }).mutationFn({ shifts, note: '' })
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(149)
  expect(outcomes.at(-1)).toEqual({ id: 'shift 199', ok: false, message: 'Offline.', reason: null })
  send.mockRejectedValueOnce(new Error('Offline.'))
  await expect(retryUntilReached({ mutationFn: send }).mutationFn({ shifts, note: '' })).rejects.toThrow(
    'Offline.',
  )
})

test('a change of a series is sent again for the shifts that were not reached, and says whether any was changed', async () => {
  type Change = { id: string; rest?: { ids: string[]; has_changed: boolean } }
  const send = vi.fn<(input: Change) => Promise<Outcome[]>>(async ({ rest }) =>
    (rest?.ids ?? ['a', 'b', 'c']).map((id, index) => ({
      id,
      ok: index === 0,
      message: null,
      reason: index === 0 ? null : 'not_reached',
    })),
  )
  const outcomes = await retrySeries({ mutationFn: send }).mutationFn({ id: 'a' })
  expect(outcomes.map(({ id, ok }) => [id, ok])).toEqual(['a', 'b', 'c'].map((id) => [id, true]))
  expect(send.mock.calls.map(([{ rest }]) => rest)).toEqual([
    undefined,
    { ids: ['b', 'c'], has_changed: true },
    { ids: ['c'], has_changed: true },
  ])
})

test('one shift stayed as it was, several as they were', () => {
  expect([1, 1200].map(unchangedWords)).toEqual([
    '1 shift stayed as it was',
    '1,200 shifts stayed as they were',
  ])
})
