import { expect, test, vi } from 'vitest'
import { toast, toastHost } from './toast.ts'

const sonner = vi.hoisted(() => ({ error: vi.fn<() => void>(), success: vi.fn<() => void>() }))
vi.mock('sonner', () => ({ toast: sonner }))

test('an error of any severity is rendered in the destructive style, once the host is mounted (Spec §8)', async () => {
  toast.error('Error', 'The database does not answer.')
  await new Promise(setImmediate)
  expect(toastHost.isWanted()).toBe(true)
  expect(sonner.error).not.toHaveBeenCalled()
  toastHost.mounted()
  await vi.waitFor(() =>
    expect(sonner.error).toHaveBeenCalledExactlyOnceWith('Error', {
      description: 'The database does not answer.',
    }),
  )
  expect(sonner.success).not.toHaveBeenCalled()
})
