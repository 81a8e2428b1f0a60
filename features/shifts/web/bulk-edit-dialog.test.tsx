import { expect, test, vi } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import type { ShiftRow } from '../contract.ts'
import { BulkEditDialog } from './BulkEditDialog.tsx'

vi.mock(import('@mantine/core'), async (original) => ({
  ...(await original()),
  ...((await import('#platform/web/testing-dialogs.tsx')) as object),
}))

const nothing = () => {}

test('instructors that could not be loaded are said in the dialog, with Try again', async () => {
  const row = { id: 's1', version: 1, school_id: 'x' } as ShiftRow
  const dialog = <BulkEditDialog rows={[row]} onClose={nothing} />
  expect((await pageAt('/', dialog, failingClient())).words).toMatch(
    /Some choices couldn’t be loaded.*Try again/,
  )
})
