import { expect, test, vi } from 'vitest'
import { answerEscape, keepReason, takeEscape } from './confirm-requests.ts'
import { confirm } from './confirm.tsx'

const escape = (changes = {}) => ({
  key: 'Escape',
  repeat: false,
  isComposing: false,
  stopImmediatePropagation: vi.fn<() => void>(),
  ...changes,
})

test('Escape answers the question that stands, and reaches nothing below it', async () => {
  // The Escape that asks: nothing stands yet, so anyone who asks hears it.
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

const within = (name: string) =>
  ({ closest: () => ({}), getAttribute: () => null, name }) as unknown as Element

test('Escape leaves the dialog it was pressed in and nothing below it, once a list in one of its fields is closed', () => {
  const left: string[] = []
  const opens = (name: string) =>
    takeEscape(
      () => void left.push(name),
      (target) => (target as unknown as { name: string }).name === name,
    )
  const closeDrawer = opens('drawer')
  const closeDialog = opens('dialog')
  const inList = escape({ target: { getAttribute: () => 'true' } })
  answerEscape(inList)
  expect(left).toEqual([])
  expect(inList.stopImmediatePropagation).not.toHaveBeenCalled()

  const pressed = escape({ target: within('dialog') })
  answerEscape(pressed)
  answerEscape(escape())
  answerEscape(escape({ target: within('drawer') }))
  expect(left).toEqual(['dialog', 'dialog', 'drawer'])
  expect(pressed.stopImmediatePropagation).toHaveBeenCalledOnce()

  // One of the library's own, as the search of commands, closes itself.
  const elsewhere = escape({ target: within('search') })
  answerEscape(elsewhere)
  expect(elsewhere.stopImmediatePropagation).not.toHaveBeenCalled()

  closeDrawer()
  closeDialog()
  const after = escape()
  answerEscape(after)
  expect(left).toHaveLength(3)
  expect(after.stopImmediatePropagation).not.toHaveBeenCalled()
})

test('a reason that was typed is not lost by Escape', async () => {
  const answer = confirm({ title: 'Report?', confirmLabel: 'Report', reason: { label: 'Why' } })
  const leave = vi.fn<() => void>()
  const release = keepReason(leave)
  answerEscape(escape())
  expect(leave).toHaveBeenCalledOnce()
  release()
  answerEscape(escape())
  expect(await answer).toBe(false)
})
