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
