import { expect, test } from 'vitest'
import { savedInOrder } from './saved-in-order.ts'

/** A list whose saves are answered by hand, in their order. */
function fixture() {
  const shown: string[] = []
  const answers: PromiseWithResolvers<void>[] = []
  const save = savedInOrder<string>(
    '',
    (list) => shown.push(list),
    () => {
      answers.push(Promise.withResolvers<void>())
      return answers.at(-1)!.promise
    },
  )
  return { save, answers, shownNow: () => shown.at(-1) }
}

test('a failed change shows what was saved last', async () => {
  const { save, answers, shownNow } = fixture()
  const first = save('a')
  answers[0]!.resolve()
  await first
  const second = save('ab')
  answers[1]!.reject(new Error('Closed'))
  expect(await second).toBe(false)
  expect(shownNow()).toBe('a')
})

test('a failed change leaves a newer one on screen, which then decides', async () => {
  const { save, answers, shownNow } = fixture()
  const first = save('a')
  const second = save('ab')
  answers[0]!.reject(new Error('Away'))
  expect(await first).toBe(false)
  expect(shownNow()).toBe('ab')
  answers[1]!.reject(new Error('Away'))
  expect(await second).toBe(false)
  // Neither was saved, so neither is shown.
  expect(shownNow()).toBe('')
})
