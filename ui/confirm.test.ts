import { expect, test, vi } from 'vitest'
import { answerEscape } from './confirm-requests.ts'
import { confirm } from './confirm.tsx'

const escape = (changes = {}) => ({
  key: 'Escape',
  repeat: false,
  isComposing: false,
  stopImmediatePropagation: vi.fn<() => void>(),
  ...changes,
})

test('Escape answers the question that stands, and reaches nothing below it', async () => {
  // The Escape that asks: nothing stands yet, so whoever asks hears it.
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
