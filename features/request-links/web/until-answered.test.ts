import { expect, test, vi } from 'vitest'
import type { Answered } from '../contract.ts'
import { untilAnswered } from './until-answered.ts'

type Input = { token: string; shifts: { id: string }[] }
const input: Input = { token: 't', shifts: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id })) }

/** Approves one and refuses one of each request; the others are not reached. */
const twoAtATime = async ({ shifts: [, second, ...left] }: Input): Promise<Answered> => ({
  done: 1,
  refused: [
    ...(second ? [{ id: second.id, message: 'Full', reason: null }] : []),
    ...left.map(({ id }) => ({ id, message: 'No time', reason: 'not_reached' as const })),
  ],
})

test('sends again what was not reached, until all were', async () => {
  const send = vi.fn<typeof twoAtATime>(twoAtATime)
  expect(await untilAnswered(input, send)).toEqual({
    done: 3,
    refused: ['b', 'd'].map((id) => ({ id, message: 'Full', reason: null })),
  })
  expect(send.mock.calls.map(([{ shifts }]) => shifts.length)).toEqual([5, 3, 1])
})

test('reports the rest as not reached if a later request fails', async () => {
  const send = vi.fn<typeof twoAtATime>().mockImplementationOnce(twoAtATime).mockRejectedValue(new Error())
  const { done, refused } = await untilAnswered(input, send)
  expect([done, refused.map(({ id }) => id)]).toEqual([1, ['b', 'c', 'd', 'e']])
})
