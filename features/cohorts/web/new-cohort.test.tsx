import { expect, test, vi } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import { CohortsScreen } from './CohortsScreen.tsx'

// A dialog opens only after its first rendering.
vi.mock('#ui/lazy-dialog.tsx', () => ({
  lazyDialog: () => (props: { opened: boolean }) => props.opened && 'a dialog is open',
}))

const client = () =>
  failingClient({ 'accounts.me': { role: 'school_admin', linked_school_id: 'x' }, 'cohorts.list': [] })

test('the setup checklist opens the form of a new cohort, not an empty list', async () => {
  const wordsAt = async (address: string) => (await pageAt(address, <CohortsScreen />, client())).words
  expect(await wordsAt('/school/cohorts')).not.toContain('a dialog is open')
  expect(await wordsAt('/school/cohorts?create=1')).toContain('a dialog is open')
})
