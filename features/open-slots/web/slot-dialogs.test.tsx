import { expect, test, vi } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import type { SlotRow } from '../contract.ts'
import { OfferDrawer } from './OfferDrawer.tsx'
import { TakeDialog } from './TakeDialog.tsx'

vi.mock(import('@mantine/core'), async (original) => ({
  ...(await original()),
  ...((await import('#platform/web/testing-dialogs.tsx')) as object),
}))

const nothing = () => {}

const slot = {
  id: 's1',
  date: '2027-02-03',
  start_time: '07:00',
  end_time: '15:00',
  facility_id: 'u1',
  unit_name: 'Birth Center',
  status: 'open',
  seats: 4,
  offered_to: [],
} as Partial<SlotRow> as SlotRow
const unit = {
  id: 'u1',
  name: 'Birth Center',
  site_name: 'Harborview',
  status: 'active',
  blackout: [],
  shift_patterns: [],
}

test.each([
  [
    'offered',
    <OfferDrawer key="" offer={slot} units={[unit as never]} today="2027-01-01" onClose={nothing} />,
  ],
  ['taken', <TakeDialog key="" slots={[slot]} schoolId="x" onClose={nothing} onDone={nothing} />],
])('choices for a slot to be %s that could not be loaded are said, with Try again', async (_, dialog) => {
  expect((await pageAt('/', dialog, failingClient())).words).toMatch(
    /Some choices couldn’t be loaded.*Try again/,
  )
})
