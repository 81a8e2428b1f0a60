import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { constants } from '#core/constants.ts'
import { sendWithUndo, hasPendingSend, flushPendingSends, undoLast } from './send-with-undo.ts'

const dismiss = vi.hoisted(() => vi.fn<() => void>())
vi.mock('./toast.ts', () => ({ toast: { undo: () => dismiss, info: vi.fn<() => void>() } }))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  flushPendingSends()
  vi.useRealTimers()
})

const sender = () => vi.fn<() => Promise<void>>(() => Promise.resolve())

it('sends a decision once its toast is gone, and only once', async () => {
  const send = sender()
  sendWithUndo('a', 'Approving 2 shifts', send)
  sendWithUndo('a', 'Approving 2 shifts', send)
  await vi.advanceTimersByTimeAsync(constants.toasts.durationMs - 1)
  expect(send).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(send).toHaveBeenCalledTimes(1)
  expect(undoLast('a')).toBe(false)
})

it('hides its toast once it is too late to undo', async () => {
  dismiss.mockClear()
  sendWithUndo('j', 'Approving 2 shifts', sender())
  expect(dismiss).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(constants.toasts.durationMs)
  expect(dismiss).toHaveBeenCalledTimes(1)
})

it('undoes the last one, which is then never sent', async () => {
  const [first, last] = [sender(), sender()]
  sendWithUndo('b', 'Approving 1 shift', first)
  sendWithUndo('c', 'Approving 2 shifts', last)
  expect(undoLast()).toBe(true)
  await vi.advanceTimersByTimeAsync(constants.toasts.durationMs)
  expect(last).not.toHaveBeenCalled()
  expect(first).toHaveBeenCalledTimes(1)
  expect(undoLast()).toBe(false)
})

it('returns to what was decided when that is undone, and only then', async () => {
  const [back, never] = [vi.fn<() => void>(), vi.fn<() => void>()]
  sendWithUndo('f', 'Approving a document', sender(), back)
  sendWithUndo('g', 'Approving a document', sender(), never)
  expect(hasPendingSend('f')).toBe(true)
  expect(undoLast('f')).toBe(true)
  expect(back).toHaveBeenCalledTimes(1)
  expect(hasPendingSend('f')).toBe(false)
  await vi.advanceTimersByTimeAsync(constants.toasts.durationMs)
  expect(never).not.toHaveBeenCalled()
})

it('holds a decision about several things for each of them, and sends or undoes all at once', async () => {
  const [one, two] = [sender(), sender()]
  sendWithUndo(['h', 'i'], 'Approving 2 documents', one)
  expect([hasPendingSend('h'), hasPendingSend('i')]).toEqual([true, true])
  // One of them is already decided.
  sendWithUndo('i', 'Approving a document', two)
  expect(undoLast('i')).toBe(true)
  expect([hasPendingSend('h'), hasPendingSend('i')]).toEqual([false, false])
  sendWithUndo(['h', 'i'], 'Approving 2 documents', two)
  await vi.advanceTimersByTimeAsync(constants.toasts.durationMs)
  expect([one.mock.calls.length, two.mock.calls.length]).toEqual([0, 1])
})

it('sends held decisions at once when the page may be closed', () => {
  const send = sender()
  sendWithUndo('d', 'Approving 1 shift', send)
  flushPendingSends()
  expect(send).toHaveBeenCalledTimes(1)
})

it('can be decided again after a refusal', async () => {
  const refused = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('no')))
  sendWithUndo('e', 'Approving 1 shift', refused)
  await vi.advanceTimersByTimeAsync(constants.toasts.durationMs)
  const send = sender()
  sendWithUndo('e', 'Approving 1 shift', send)
  await vi.advanceTimersByTimeAsync(constants.toasts.durationMs)
  expect(send).toHaveBeenCalledTimes(1)
})
