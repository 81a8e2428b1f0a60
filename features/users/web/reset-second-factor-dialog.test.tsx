import { expect, test, vi } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import { ResetSecondFactorDialog } from './ResetSecondFactorDialog.tsx'

vi.mock(import('@mantine/core'), async (original) => ({
  ...(await original()),
  ...((await import('#platform/web/testing-dialogs.tsx')) as object),
}))
// A dialog asks where the focus was.
vi.stubGlobal('HTMLElement', Object)

test('turning off the second step of someone else asks for a reason and for one’s own password', async () => {
  const client = failingClient({ 'accounts.me': { role: 'superadmin', email: 'sam@placewell.example' } })
  const person = { id: 'p1', full_name: 'Ana Morales' }
  const { words, markup } = await pageAt(
    '/admin/users',
    <ResetSecondFactorDialog person={person} onClose={() => {}} />,
    client,
  )
  expect(words).toContain('Turn off two-step verification for Ana Morales?')
  for (const label of ['Reason', 'Your current password']) expect(words).toContain(label)
  expect(markup).toContain('value="sam@placewell.example"')
})
