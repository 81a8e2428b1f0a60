import { ORPCError } from '@orpc/client'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { meQuery } from '#features/accounts/web/public.ts'
import { createQueryClient } from '#platform/web/query-client.ts'
import { confirmRequests } from '#ui/confirm-requests.ts'
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

/** The titles of toasts from now on. */
function toasts(): string[] {
  const said: string[] = []
  for (const kind of ['success', 'undo', 'error'] as const)
    vi.spyOn(toast, kind).mockImplementation((title: string) => {
      said.push(title)
      return () => {}
    })
  return said
}
afterEach(() => vi.restoreAllMocks())

const refused = new ORPCError('CONFLICT', { message: 'This shift is full.' })

test('each of two shifts taken at once is announced on any page, a refusal by its name', async () => {
  const said = toasts()
  const { run } = actionsOfLeftPage((act) =>
    act.shift.id === 'NICU' ? Promise.reject(refused) : Promise.resolve({}),
  )
  vi.useFakeTimers({ toFake: ['Date'] })
  void run('take', shift('Pediatrics'))
  vi.setSystemTime(Date.now() + 1_000)
  void run('take', shift('NICU'))
  vi.useRealTimers()
  await vi.waitFor(() => expect(said).toHaveLength(2))
  expect(said.toSorted()).toEqual([expect.stringMatching(/^Not done: Take this shift: .*NICU/), 'You’re in'])
})

test('a reason that was refused with its action is there when the student is asked again', async () => {
  const said = toasts()
  const { run } = actionsOfLeftPage(() => Promise.reject(refused))
  const asked = () => confirmRequests.current()!
  void run('drop', shift('NICU'))
  expect(asked().reason?.initial).toBeUndefined()
  asked().settle({ reason: 'My car broke down', tick: {} })
  await vi.waitFor(() => expect(said).toHaveLength(1))
  void run('ask_drop', shift('Pediatrics'))
  expect(asked().reason?.initial).toBeUndefined()
  void run('ask_drop', shift('NICU'))
  expect(asked().reason?.initial).toBe('My car broke down')
  asked().settle(false)
})

test('a refused reason is not offered for a conflict, nor after the student could drop the shift', async () => {
  const said = toasts()
  let answer: () => Promise<unknown> = () => Promise.reject(refused)
  const { run } = actionsOfLeftPage(() => answer())
  const asked = () => confirmRequests.current()!
  const initialOf = (action: 'drop' | 'conflict') => {
    void run(action, shift('NICU'))
    return asked().reason?.initial
  }
  expect(initialOf('drop')).toBeUndefined()
  asked().settle({ reason: 'My car broke down', tick: {} })
  await vi.waitFor(() => expect(said).toHaveLength(1))
  expect(initialOf('conflict')).toBeUndefined()
  asked().settle(false)
  void run('take', shift('NICU'))
  await vi.waitFor(() => expect(said).toHaveLength(2))
  expect(initialOf('drop')).toBe('My car broke down')
  answer = () => Promise.resolve({})
  asked().settle({ reason: 'My car broke down', tick: {} })
  await vi.waitFor(() => expect(said).toHaveLength(3))
  expect(initialOf('drop')).toBeUndefined()
  asked().settle(false)
})
