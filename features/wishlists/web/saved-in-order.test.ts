import fc from 'fast-check'
import { expect, test } from 'vitest'
import { savedInOrder } from './saved-in-order.ts'

const turns = () => new Promise((resolve) => setTimeout(resolve))

/** A list whose saves are answered by hand, in their order. */
function fixture() {
  const shown: string[] = []
  const sent: [string, string][] = []
  const answers: PromiseWithResolvers<void>[] = []
  const list = savedInOrder<string>(
    '',
    (next) => shown.push(next),
    (next, seen) => {
      sent.push([next, seen])
      answers.push(Promise.withResolvers<void>())
      return answers.at(-1)!.promise
    },
  )
  return { ...list, answers, sent, shownNow: () => shown.at(-1) }
}

test('a failed change shows what was saved last', async () => {
  const { save, answers, shownNow } = fixture()
  const first = save('a')
  await turns()
  answers[0]!.resolve()
  await first
  const second = save('ab')
  await turns()
  answers[1]!.reject(new Error('Closed'))
  expect(await second).toBe(false)
  expect(shownNow()).toBe('a')
})

test('a failed change leaves a newer one on screen, which then decides', async () => {
  const { save, answers, shownNow } = fixture()
  const first = save('a')
  const second = save('ab')
  await turns()
  answers[0]!.reject(new Error('Away'))
  expect(await first).toBe(false)
  expect(shownNow()).toBe('ab')
  await turns()
  answers[1]!.reject(new Error('Away'))
  expect(await second).toBe(false)
  // Neither was saved, so neither is shown.
  expect(shownNow()).toBe('')
})

test('each change waits for the one before, and is sent with the list that it replaces', async () => {
  const { save, answers, sent } = fixture()
  const first = save('a')
  const second = save('ab')
  await turns()
  expect(sent).toEqual([['a', '']])
  answers[0]!.resolve()
  await first
  await turns()
  answers[1]!.resolve()
  await second
  expect(sent).toEqual([
    ['a', ''],
    ['ab', 'a'],
  ])
})

test('a list from elsewhere is shown, unless a change is under way; then if that fails', async () => {
  const { save, adopt, answers, sent, shownNow } = fixture()
  adopt('x')
  expect(shownNow()).toBe('x')
  const own = save('xy')
  adopt('z')
  expect(shownNow()).toBe('xy')
  const next = save('xyy')
  await turns()
  answers[0]!.reject(new Error('Changed elsewhere'))
  await own
  await turns()
  // Both were made without seeing it.
  expect(sent).toEqual([
    ['xy', 'x'],
    ['xyy', 'x'],
  ])
  answers[1]!.reject(new Error('Changed elsewhere'))
  await next
  expect(shownNow()).toBe('z')
  void save('zy')
  await turns()
  expect(sent.at(-1)).toEqual(['zy', 'z'])
})

test('two pages never replace what the other saved unseen', async () => {
  const step = fc.record({ page: fc.nat(1), add: fc.constantFrom('a', 'b', 'c'), reads: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      let stored = ''
      const lost: string[] = []
      const pages = [0, 1].map(() => {
        let shown = ''
        const list = savedInOrder<string>(
          '',
          (next) => (shown = next),
          async (next, seen) => {
            if (seen !== stored) throw new Error('Changed elsewhere')
            stored = next
          },
        )
        return { ...list, shown: () => shown }
      })
      for (const { page, add, reads } of steps) {
        const own = pages[page]!
        if (reads) own.adopt(stored)
        const before = stored
        const isSaved = await own.save(own.shown() + add)
        if (isSaved && !stored.startsWith(before)) lost.push(before)
        if (!isSaved && stored !== before) lost.push(before)
      }
      expect(lost).toEqual([])
    }),
  )
})
