import { expect, test, vi } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import type { Cohort } from '../contract.ts'
import { GraduateDialog } from './GraduateDialog.tsx'

vi.mock(import('@mantine/core'), async (original) => ({
  ...(await original()),
  ...((await import('#platform/web/testing-dialogs.tsx')) as object),
}))

const nothing = () => {}

test('if what is open could not be loaded, no one reads that nothing is', async () => {
  const cohort = { id: 'c1', name: 'BSN 2027', today: '2027-01-01' } as Cohort
  const dialog = <GraduateDialog opened cohorts={[cohort]} onClose={nothing} />
  const { words } = await pageAt('/', dialog, failingClient())
  expect(words).toMatch(/What is open couldn’t be loaded.*Try again/)
  expect(words).not.toContain('Nothing is open')
})

test('someone who is not ready is listed once, the first five of many, with the counts above', async () => {
  const open = Array.from({ length: 7 }, (_, at) => ({ student_id: `s${at}`, full_name: `Student ${at}` }))
  const items = open.flatMap((one) => [
    { ...one, item: 'hours_missing', detail: '686.5 of 720 h' },
    { ...one, item: 'shifts_ahead', detail: '5' },
  ])
  const cohort = { id: 'c1', name: 'BSN 2027', today: '2027-01-01' } as Cohort
  const dialog = <GraduateDialog opened cohorts={[cohort]} onClose={nothing} />
  const { words } = await pageAt('/', dialog, failingClient({ 'cohorts.openItems': items }))
  expect(words).toMatch(/7 students aren’t ready to graduate 7 lack hours · 7 still have shifts\./)
  expect(words).toContain('Student 0 : Only 686.5 of 720 h done · Still expected on 5 shifts')
  expect(words).toMatch(/Student 4.*Show all 7/)
  expect(words).not.toContain('Student 5')
})
