import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '#platform/web/query-client.ts'
import { flushPendingSends } from '#ui/send-with-undo.ts'
import { toast } from '#ui/toast.ts'
import type { ShiftRow } from '../contract.ts'
import { isAskedFirst, useHeldActions } from './use-held-actions.ts'

const row = (proctor_id: string | null) =>
  ({ experience_type: 'group', proctor_id, preceptor_id: null }) as unknown as ShiftRow

test('submitting, and publishing with a leader, can be undone and need no dialog', () => {
  expect(isAskedFirst('submit', [row(null)])).toBe(false)
  expect(isAskedFirst('publish', [row('marcus')])).toBe(false)
})

test('actions that need an instructor, affect many shifts, or can’t be undone open a dialog', () => {
  expect(isAskedFirst('publish', [row('marcus'), row(null)])).toBe(true)
  expect(
    isAskedFirst(
      'submit',
      Array.from({ length: 21 }, () => row(null)),
    ),
  ).toBe(true)
  expect(isAskedFirst('withdraw', [row(null)])).toBe(true)
})

test('a refusal after the page was left is announced with its reason and the way there', async () => {
  const warning = vi.spyOn(toast, 'warning').mockImplementation(() => {})
  vi.spyOn(toast, 'undo').mockImplementation(() => () => {})
  const client = createQueryClient(toast)
  const cache = client.getMutationCache()
  const build = cache.build.bind(cache)
  const outcomes = [{ id: 'a', ok: false, message: 'Harborview asks for 14 days.', reason: 'lead_time' }]
  cache.build = (of, options, state) =>
    build(of, { ...options, mutationFn: (async () => outcomes) as never }, state)
  const ask = vi.fn<() => void>()
  const view = vi.fn<() => void>()
  // Rendered once and never mounted, as a page that was left.
  let held: ReturnType<typeof useHeldActions> | undefined
  function Screen() {
    held = useHeldActions(ask)
    return null
  }
  renderToString(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  )
  held!('saved a', 'submit', [{ ...row('marcus'), id: 'a', version: 1 }], view)
  flushPendingSends()
  await vi.waitFor(() =>
    expect(warning).toHaveBeenCalledExactlyOnceWith(
      '1 shift stayed as it was',
      'Harborview asks for 14 days.',
      { label: 'View', onPress: view },
    ),
  )
  expect(ask).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})
