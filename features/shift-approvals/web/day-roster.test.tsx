import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import { DayRoster } from './DayRoster.tsx'

/** How the roster of a day asks for the capstone students. */
async function askedOn(on: string) {
  const client = failingClient({ 'shiftApprovals.dayRoster': { shifts: [], is_more: false, total: 0 } })
  const roster = <DayRoster search={{ on } as never} onSearch={() => {}} today="2026-11-30" mayMove={false} />
  await pageAt('/facility/shifts', roster, client)
  const [asked] = client
    .getQueryCache()
    .getAll()
    .filter(({ queryKey: [path] }) => (path as string[]).includes('capstoneDays'))
  return { ...asked!.options, queryKey: asked!.queryKey } as { queryKey: readonly unknown[] }
}

test('the roster, which is printed, shows no capstone students of the day before the one stepped to', async () => {
  const [first, next] = [await askedOn('2026-12-01'), await askedOn('2026-12-02')]
  const client = new QueryClient()
  client.setQueryData(first.queryKey, ['Ada'])
  const shown = new QueryObserver<unknown>(client, first)
  expect(shown.getCurrentResult().data).toEqual(['Ada'])
  shown.setOptions(next)
  expect(shown.getCurrentResult().data).toBeUndefined()
})
