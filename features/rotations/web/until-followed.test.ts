import { expect, it } from 'vitest'
import type { FollowUp, RotationDetail } from '../contract.ts'
import { untilFollowed } from './until-followed.ts'

const counts = { changed: 0, asked: 0, added: 0, removed: 0, withdrawn: 0, canceled: 0 }
const answer = (version: number, more: Partial<FollowUp>) => ({
  rotation: { version } as RotationDetail,
  follow_up: { ...counts, refused: [], ...more },
})
const no = (id: string, reason: string) => ({ id, ok: false, message: 'No.', reason, date: '2027-01-04' })

it('sends a change again until it came to each shift, without those that were refused, and answers for all', async () => {
  const sent: { version: number; refused?: string[] | undefined; idempotency_key?: string | undefined }[] = []
  const answers = [
    answer(1, {
      changed: 2,
      added: 1,
      refused: [no('a', 'cover.quota'), no('b', 'not_reached'), no('c', 'not_reached')],
    }),
    answer(1, { changed: 1, asked: 1, refused: [no('c', 'not_reached')] }),
    answer(2, { refused: [no('c', 'shift.not_now')] }),
  ]
  const { mutationFn } = untilFollowed({
    mutationFn: async (input: (typeof sent)[number]) => {
      sent.push(input)
      return answers.shift()!
    },
  })
  const { rotation, follow_up } = await mutationFn({ version: 1, idempotency_key: 'first' })
  expect(rotation.version).toBe(2)
  expect(follow_up).toMatchObject({ changed: 3, asked: 1, added: 1, canceled: 0 })
  expect(follow_up.refused.map(({ id }) => id)).toEqual(['a', 'c'])
  expect(sent.map(({ refused }) => refused)).toEqual([undefined, ['a'], ['a']])
  // Each request is a request of its own.
  expect(new Set(sent.map(({ idempotency_key: key }) => key)).size).toBe(3)
})

it('fails where a request fails: the same again goes on from there', async () => {
  const { mutationFn } = untilFollowed({
    mutationFn: async ({ refused }: { version: number; refused?: string[] }) => {
      if (refused) throw new Error('Away.')
      return answer(1, { changed: 1, refused: [no('b', 'not_reached')] })
    },
  })
  await expect(mutationFn({ version: 1 })).rejects.toThrow('Away.')
})
