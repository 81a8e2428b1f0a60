import { expect, test, vi } from 'vitest'
import type { MutationMeta } from '#platform/web/query-client.ts'
import { permissions, useSetPreceptor } from './queries.ts'

vi.mock(import('@tanstack/react-query'), async (original) => ({
  ...(await original()),
  useMutation: ((options: unknown) => options) as never,
}))

test('the preceptor permission says what was done or failed (Spec §8)', () => {
  const [enabling, disabling] = [true, false].map(
    (isEnabled) => (useSetPreceptor(isEnabled) as unknown as { meta: MutationMeta }).meta,
  )
  expect(enabling!.done).toBe('Preceptor permission enabled successfully')
  expect(disabling!.done).toBe('Preceptor permission disabled successfully')
  for (const meta of [enabling!, disabling!]) {
    expect(meta.failed).toBe('Failed to update preceptor permission')
    expect(meta.touches).toContainEqual(permissions.key())
  }
})
