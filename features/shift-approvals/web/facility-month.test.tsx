import { expect, test } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import { FacilityMonth } from './FacilityMonth.tsx'

const wordsWith = async (answers: Record<string, unknown>) => {
  const month = (
    <FacilityMonth
      search={{ view: 'month' } as never}
      onSearch={() => {}}
      units={[]}
      today="2026-11-30"
      mayMove={false}
    />
  )
  return (await pageAt('/facility/shifts', month, failingClient(answers))).words
}
const shifts = { 'shifts.list': { rows: [], total: 0 } }

test('a month without its capstone students says so', async () => {
  expect(await wordsWith(shifts)).toContain('Capstone students couldn’t be loaded')
  expect(await wordsWith({ ...shifts, 'shiftApprovals.capstoneDays': [] })).not.toContain('loaded')
})
