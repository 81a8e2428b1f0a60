import { expect, test, vi } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import type { Project } from '../contract.ts'
import { Preceptor } from './Preceptor.tsx'

vi.mock(import('#features/accounts/web/public.ts'), async (original) => ({
  ...(await original()),
  useMe: () => ({ id: 'me', full_name: 'Ana Morales' }) as never,
}))

const nominated = (party: string, status: string) => {
  const nomination = { id: 'n1', preceptor_name: 'Rosa Diaz', status, answer_by: null, reason: null }
  const project = { id: 'p1', party, status: 'awaiting_preceptor', nominations: [nomination] }
  return pageAt('/', <Preceptor project={project as unknown as Project} />, failingClient())
}

test('a school declines the nominee of a facility, after a question', async () => {
  const { words } = await nominated('school', 'proposed')
  expect(words).toContain('Decline… Agree and ask')
  expect(words).not.toMatch(/Take back|Withdraw/)
})

test('a facility withdraws its own nomination, and a school one that was asked, after a question', async () => {
  expect((await nominated('facility', 'proposed')).words).toContain('Withdraw…')
  expect((await nominated('school', 'asked')).words).toContain('Withdraw…')
})
