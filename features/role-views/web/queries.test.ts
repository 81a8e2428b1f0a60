import { ORPCError } from '@orpc/client'
import { expect, test, vi } from 'vitest'
import { meQuery } from '#features/accounts/web/public.ts'
import { createQueryClient } from '#platform/web/query-client.ts'
import { setContextOptions } from './queries.ts'

const calls = vi.hoisted(() => ({ setContext: vi.fn<() => Promise<unknown>>() }))
vi.mock(import('#platform/web/api.ts'), async (original) => ({
  ...(await original()),
  featureClient: () => calls as never,
}))

const toast = { success: vi.fn<() => void>(), error: vi.fn<() => void>() }
const me = { id: 'p1', view_role: null, selected_school_id: null, selected_school_name: null }

function tell(who: object = me) {
  const client = createQueryClient(toast)
  client.setQueryData(meQuery.queryKey, who as never)
  client.setQueryData(['semesters'], ['of no school'])
  const mutation = client.getMutationCache().build(client, { ...setContextOptions(client), retry: false })
  return { client, done: mutation.execute({ userId: 'p1', role: 'superadmin', school: 's1' }) }
}

test("a view that can't be stored is logged, and neither signs out nor disturbs (Spec §8)", async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const failure = new ORPCError('SERVICE_UNAVAILABLE', { status: 503 })
  calls.setContext.mockRejectedValueOnce(failure)
  const { client, done } = tell()
  await expect(done).rejects.toBe(failure)
  expect(warn).toHaveBeenCalledExactlyOnceWith('The view could not be stored in the session:', failure)
  expect(toast.error).not.toHaveBeenCalled()
  expect(client.getQueryData(meQuery.queryKey)).toEqual(me)
})

test('data loaded for another school is dropped', async () => {
  const now = { user_role: 'school_admin', selected_school_id: 's1', selected_school_name: 'Birch College' }
  calls.setContext.mockResolvedValueOnce(now)
  const { client, done } = tell()
  await done
  expect(client.getQueryData(meQuery.queryKey)).toMatchObject({ id: 'p1', selected_school_id: 's1' })
  expect(client.getQueryData(['semesters'])).toBeUndefined()
})

test('data of a member of the school stays when the session first gets the school', async () => {
  const now = { user_role: 'student', selected_school_id: 's1', selected_school_name: 'Birch College' }
  calls.setContext.mockResolvedValueOnce(now)
  const { client, done } = tell({ ...me, linked_school_id: 's1' })
  await done
  expect(client.getQueryData(['semesters'])).toEqual(['of no school'])
})
