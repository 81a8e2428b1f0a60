import { expect, test, vi } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import type { Deliverable } from '../contract.ts'
import { DeliverDialog } from './DeliverDialog.tsx'

vi.mock(import('@mantine/core'), async (original) => ({
  ...(await original()),
  ...((await import('#platform/web/testing-dialogs.tsx')) as object),
}))

const nothing = () => {}

test('a deliverable that was returned keeps the files handed in before, and each can be removed', async () => {
  const poster: Deliverable = {
    id: 'd1',
    name: 'Poster',
    due: '2026-12-10',
    status: 'returned',
    file_ids: ['f1', 'f2'],
    note: 'First version.',
    reason: 'Cite the sources.',
  }
  const { markup, words } = await pageAt(
    '/',
    <DeliverDialog opened deliverable={poster} onClose={nothing} />,
    failingClient(),
  )
  expect(words).toMatch(/File 1, handed in before.*File 2, handed in before/)
  expect(markup).toContain('Remove File 2')
})
