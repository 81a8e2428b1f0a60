import { expect, test, vi } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import { OffersDrawer } from './OffersDrawer.tsx'

vi.mock(import('@mantine/core'), async (original) => ({
  ...(await original()),
  ...((await import('#platform/web/testing-dialogs.tsx')) as object),
}))

const nothing = () => {}

test('cohorts that could not be loaded are said in the drawer, with Try again', async () => {
  const client = failingClient({
    'openSlots.list': { rows: [{ blocker: null, start_time: '07:00', end_time: '15:00' }], total: 1 },
  })
  const drawer = <OffersDrawer opened onClose={nothing} onDone={nothing} />
  expect((await pageAt('/', drawer, client)).words).toMatch(/Some choices couldn’t be loaded.*Try again/)
})
