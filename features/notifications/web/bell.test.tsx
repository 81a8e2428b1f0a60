import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { featureApi } from '#platform/web/api.ts'
import type { attendanceContract } from '#features/attendance/contract.ts'
import { answersOf, NotificationsBellSlot } from './NotificationsBellSlot.tsx'

type Bell = { onSelect: (row: object) => void }
const bell = vi.hoisted(() => ({ props: undefined as unknown, opened: [] as string[] }))
vi.mock('#ui/NotificationsBell.tsx', () => ({
  NotificationsBell: (props: unknown) => {
    bell.props = props
    return null
  },
}))
vi.mock(import('#ui/Link.tsx'), async (original) => ({
  ...(await original()),
  useNavigateTo: () => ((path: string) => bell.opened.push(path)) as never,
}))
afterEach(() => {
  onlineManager.setOnline(true)
  bell.opened.splice(0)
})

const row = { id: 'n1', isRead: true, data: { action_url: '/student/capstone/1' } }
const PROJECT = ['capstone', 'get']

function select(client: QueryClient, chosen: object = row, mayMark?: boolean) {
  client.setQueryData(PROJECT, 'waiting')
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NotificationsBellSlot userId="p1" mayMark={mayMark} />
    </QueryClientProvider>,
  )
  ;(bell.props as Bell).onSelect(chosen)
}

test('a page opened from a notification is loaded again, also one that was seen a moment ago', () => {
  const client = new QueryClient()
  select(client)
  expect(bell.opened).toEqual(['/student/capstone/1'])
  expect(client.getQueryData(PROJECT)).toBeUndefined()
})

test('without a connection it shows what was loaded before', () => {
  onlineManager.setOnline(false)
  const client = new QueryClient()
  select(client)
  expect(client.getQueryData(PROJECT)).toBe('waiting')
})

test('a read-only look at another person’s notifications marks none of them as read', () => {
  const marked = (mayMark: boolean) => {
    const client = new QueryClient()
    select(client, { ...row, isRead: false }, mayMark)
    return client.getMutationCache().getAll().length
  }
  expect([true, false].map(marked)).toEqual([1, 0])
})

test('a check-out reads the open attendance sheet again, as it does the roster', async () => {
  const client = new QueryClient()
  const queryKey = featureApi<typeof attendanceContract>('attendance').forShift.queryKey({
    input: { shift_id: 's1' },
  })
  client.setQueryData(queryKey, { opens_at: '', no_show_at: '', rows: [] })
  for (const call of answersOf.seats) await client.invalidateQueries({ queryKey: [call] })
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
