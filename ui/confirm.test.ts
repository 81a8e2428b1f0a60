import { expect, test, vi } from 'vitest'
import { answerEscape, takeEscape } from './confirm-requests.ts'
import { confirm } from './confirm.tsx'

const escape = (changes = {}) => ({
  key: 'Escape',
  repeat: false,
  isComposing: false,
  stopImmediatePropagation: vi.fn<() => void>(),
  ...changes,
})

test('Escape answers the open question, and reaches nothing below it', async () => {
  // The Escape that causes the question: nothing is open yet, so its own listeners get it.
  const asking = escape()
  answerEscape(asking)
  expect(asking.stopImmediatePropagation).not.toHaveBeenCalled()
  const answer = confirm({ title: 'Discard?', confirmLabel: 'Discard' })

  const held = escape({ repeat: true })
  answerEscape(held)
  expect(held.stopImmediatePropagation).toHaveBeenCalledOnce()
  expect(await Promise.race([answer, 'still asked'])).toBe('still asked')

  const other = escape({ key: 'Enter' })
  answerEscape(other)
  answerEscape(escape({ isComposing: true }))
  expect(other.stopImmediatePropagation).not.toHaveBeenCalled()
  expect(await Promise.race([answer, 'still asked'])).toBe('still asked')

  answerEscape(escape())
  expect(await answer).toBe(false)
})

test('Escape closes the dialog of an action and nothing below it, after an open list in one of its fields', () => {
  const close = vi.fn<() => void>()
  const release = takeEscape(close)
  const inList = escape({ target: { getAttribute: () => 'true' } })
  answerEscape(inList)
  expect(close).not.toHaveBeenCalled()
  expect(inList.stopImmediatePropagation).not.toHaveBeenCalled()

  const pressed = escape()
  answerEscape(pressed)
  expect(close).toHaveBeenCalledOnce()
  expect(pressed.stopImmediatePropagation).toHaveBeenCalledOnce()

  release()
  const after = escape()
  answerEscape(after)
  expect(close).toHaveBeenCalledOnce()
  expect(after.stopImmediatePropagation).not.toHaveBeenCalled()
})
