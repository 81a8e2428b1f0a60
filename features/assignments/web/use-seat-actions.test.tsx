import { ORPCError } from '@orpc/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { meQuery } from '#features/accounts/web/public.ts'
import { createQueryClient } from '#platform/web/query-client.ts'
import { toast } from '#ui/toast.ts'
import type { OpenShift } from '../contract.ts'
import type { Act } from './mutations.ts'
import { useSeatActions } from './use-seat-actions.ts'

const shift = (id: string): OpenShift =>
  ({ id, date: '2026-12-02', title: id, start_time: '07:00', end_time: '19:00' }) as unknown as OpenShift

/** The actions of a page that was left: nothing of it is mounted. */
function actionsOfLeftPage(answer: (act: Act) => Promise<unknown>): ReturnType<typeof useSeatActions> {
  const client = createQueryClient(toast)
  const cache = client.getMutationCache()
  const build = cache.build.bind(cache)
  cache.build = (of, options, state) => build(of, { ...options, mutationFn: answer as never }, state)
  client.setQueryData(meQuery.queryKey, { id: 'jenna' } as never)
  let actions: ReturnType<typeof useSeatActions> | undefined
  function Screen() {
    actions = useSeatActions()
    return null
  }
  renderToString(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  )
  return actions!
}

test('each of two shifts taken at once is announced on any page, a refusal by its name', async () => {
  const said: string[] = []
  for (const kind of ['success', 'undo', 'error'] as const)
    vi.spyOn(toast, kind).mockImplementation((title: string) => {
      said.push(title)
      return () => {}
    })
  const { run } = actionsOfLeftPage((act) =>
    act.shift.id === 'NICU'
      ? Promise.reject(new ORPCError('CONFLICT', { message: 'This shift is full.' }))
      : Promise.resolve({}),
  )
  vi.useFakeTimers({ toFake: ['Date'] })
  void run('take', shift('Pediatrics'))
  vi.setSystemTime(Date.now() + 1_000)
  void run('take', shift('NICU'))
  vi.useRealTimers()
  await vi.waitFor(() => expect(said).toHaveLength(2))
  expect(said.toSorted()).toEqual([expect.stringMatching(/^Not done: Take this shift: .*NICU/), 'You’re in'])
  vi.restoreAllMocks()
})
