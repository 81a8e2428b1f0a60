import { expect, it } from 'vitest'
import { inTimeFormat } from '#core/time-format.ts'
import { formatFieldChange } from './versions.ts'

const start = { field: 'start_time', label: 'Start', before: '07:00:00', after: '15:30:00' }

it('a change of ids shows its label alone', () => {
  const ids = { field: 'file_ids', label: 'Attachments', before: [], after: [crypto.randomUUID()] }
  expect(formatFieldChange(ids)).toBe('Attachments')
})

it("writes the times of a change in the reader's format", () => {
  expect(formatFieldChange(start)).toBe('Start 7:00 AM → 3:30 PM')
  expect(inTimeFormat('24h', () => formatFieldChange(start))).toBe('Start 0700 → 1530')
})
