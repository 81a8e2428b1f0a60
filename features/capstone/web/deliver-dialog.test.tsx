import { expect, test, vi } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import type { Deliverable } from '../contract.ts'
import { DeliverDialog } from './DeliverDialog.tsx'

vi.mock(import('@mantine/core'), async (original) => ({
  ...(await original()),
  ...((await import('#platform/web/testing-dialogs.tsx')) as object),
}))

const uploaded = vi.hoisted(() => ({ ids: [] as string[] }))
vi.mock(import('#features/files/web/public.ts'), async (original) => {
  const files = await original()
  return { ...files, useUploads: (purpose) => ({ ...files.useUploads(purpose), readyIds: uploaded.ids }) }
})

const nothing = () => {}
const poster: Deliverable = {
  id: 'd1',
  name: 'Poster',
  due: '2026-12-10',
  status: 'returned',
  file_ids: ['f1', 'f2'],
  note: 'First version.',
  reason: 'Cite the sources.',
}
const shown = () =>
  pageAt('/', <DeliverDialog opened deliverable={poster} onClose={nothing} />, failingClient())

test('a deliverable that was returned keeps the files handed in before, and each can be removed', async () => {
  const { markup, words } = await shown()
  expect(words).toMatch(/File 1, handed in before.*File 2, handed in before/)
  expect(markup).toContain('Remove File 2')
})

test('the files handed in before count too: more than five are refused at the field', async () => {
  uploaded.ids = ['n1', 'n2', 'n3']
  expect((await shown()).words).not.toContain('At most')
  uploaded.ids = ['n1', 'n2', 'n3', 'n4']
  expect((await shown()).words).toContain('At most 5 files. Remove one.')
})
