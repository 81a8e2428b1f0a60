import { expect, test, vi } from 'vitest'
import { keepPage } from './keep-page.ts'

/** Whether the page stays, and how often the person was asked, when they answer and are then signed in as given. */
async function kept(answers: boolean[], people: (string | undefined)[]) {
  const ask = vi.fn<() => Promise<false | { tick: object }>>(async () => answers.shift()! && { tick: {} })
  const openSignIn = vi.fn<() => void>()
  const isKept = await keepPage('dana', {
    ask,
    openSignIn,
    returned: async () => {},
    who: async () => people.shift(),
  })
  return { isKept, asked: ask.mock.calls.length, opened: openSignIn.mock.calls.length }
}

test('a page with typed text stays if its person signs in in another tab', async () => {
  expect(await kept([true], ['dana'])).toEqual({ isKept: true, asked: 1, opened: 1 })
})

test('it asks again if no one signed in, or if that is not known', async () => {
  expect(await kept([true, true, true], [undefined, undefined, 'dana'])).toEqual({
    isKept: true,
    asked: 3,
    opened: 3,
  })
})

test('it is left if the person prefers it, or if someone else signed in', async () => {
  expect(await kept([false], [])).toEqual({ isKept: false, asked: 1, opened: 0 })
  expect(await kept([true], ['someone else'])).toEqual({ isKept: false, asked: 1, opened: 1 })
})
