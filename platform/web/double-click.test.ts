import { MutationObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'

function setUp() {
  const toast = { success: vi.fn<(message: string) => void>(), error: vi.fn<(message: string) => void>() }
  const client = createQueryClient(toast)
  const sent: unknown[] = []
  const press = (input: unknown, { key = ['invitations', 'send'], fails = false } = {}) =>
    client
      .getMutationCache()
      .build<unknown, Error, unknown, unknown>(client, {
        mutationKey: key,
        meta: { done: 'Sent' },
        retry: false,
        mutationFn: async (given) => {
          sent.push(given)
          await new Promise((resolve) => setTimeout(resolve, 5))
          if (fails) throw new Error('No')
          return sent.length
        },
      })
      .execute(input)
  return { toast, sent, press }
}

test('a double click sends once, announces once, and both presses get the answer', async () => {
  const { toast, sent, press } = setUp()
  expect(await Promise.all([press({ ids: ['a'] }), press({ ids: ['a'] }), press({ ids: ['a'] })])).toEqual([
    1, 1, 1,
  ])
  expect(sent).toEqual([{ ids: ['a'] }])
  expect(toast.success).toHaveBeenCalledExactlyOnceWith('Sent')
  await press({ ids: ['a'] })
  expect(sent, 'pressed again when it was over').toHaveLength(2)
})

test('both presses get the same refusal, which is announced once, and can be tried again', async () => {
  const { toast, sent, press } = setUp()
  const ends = await Promise.allSettled([press(undefined, { fails: true }), press(undefined)])
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(toast.error).toHaveBeenCalledOnce()
  await press(undefined)
  expect(sent).toHaveLength(2)
})

test('other values, another action and another file are separate presses', async () => {
  const { sent, press } = setUp()
  const file = () => new File(['x'], 'card.pdf')
  await Promise.all([
    press({ id: 'a' }),
    press({ id: 'b' }),
    press({ id: 'a', on: undefined }),
    press(['a']),
    press({ 0: 'a' }),
    press({ id: 'a' }, { key: ['invitations', 'revoke'] }),
    press({ file: file() }),
    press({ file: file() }),
  ])
  expect(sent).toHaveLength(8)
})

test('switching on, off and on again is three presses: the last one wins', async () => {
  const { sent, press } = setUp()
  await Promise.all([press({ to: 'a' }), press({ to: 'b' }), press({ to: 'a' })])
  expect(sent).toEqual([{ to: 'a' }, { to: 'b' }, { to: 'a' }])
})

test('what a button does with the result happens once, even if it is rendered again meanwhile', async () => {
  const client = createQueryClient({ success: () => {}, error: () => {} })
  const done = vi.fn<() => void>()
  const options = () => ({
    mutationKey: ['copy'],
    mutationFn: () => new Promise<void>((resolve) => setTimeout(resolve, 5)),
    onSuccess: done,
  })
  const button = new MutationObserver<void, Error, object>(client, options())
  const stop = button.subscribe(() => {})
  const closed = vi.fn<() => void>()
  const presses = [1, 2].map(() => button.mutate({ id: 'a' }, { onSuccess: closed }))
  button.setOptions(options())
  await Promise.all(presses)
  expect(done).toHaveBeenCalledOnce()
  expect(closed).toHaveBeenCalledOnce()
  await button.mutate({ id: 'a' })
  expect(done).toHaveBeenCalledTimes(2)
  stop()
})
