import type { Answered } from '../contract.ts'

/**
 * Sends an answer again for the requests that the server had no time for, until it came to each (decision 216), and returns the sum.
 * Throws if the first call fails; after a later failure, the rest is reported as it is.
 */
export async function untilAnswered<Input extends { shifts: { id: string }[] }>(
  input: Input,
  send: (input: Input) => Promise<Answered>,
): Promise<Answered> {
  const first = await send(input)
  const left = new Set(first.refused.filter(({ reason }) => reason === 'not_reached').map(({ id }) => id))
  if (left.size === 0) return first
  const shifts = input.shifts.filter(({ id }) => left.has(id))
  const rest = await untilAnswered({ ...input, shifts }, send).catch(() => null)
  if (!rest) return first
  return {
    done: first.done + rest.done,
    refused: [...first.refused.filter(({ id }) => !left.has(id)), ...rest.refused],
  }
}
