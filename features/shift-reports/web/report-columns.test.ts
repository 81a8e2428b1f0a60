import { expect, test } from 'vitest'
import { rowsFile } from '#platform/web/kit/rows-file.ts'
import { reportColumns } from './report-columns.tsx'

test('a file of reports has one column for each value, with dates that sort', () => {
  const row = {
    unit_name: '5 East',
    site_name: 'Harborview',
    date: '2026-10-29',
    start_time: '07:00:00',
    end_time: '15:00:00',
    time_zone: 'America/Chicago',
    students: 3,
    away: 1,
    due_at: '2026-10-31T20:00:00Z',
  }
  const { csv } = rowsFile('shift-reports', Object.values(reportColumns), { rows: [row], total: 1 })
  expect(csv.replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
    'Unit,Site,Date,Start,End,Students,Absent,Due',
    '5 East,Harborview,2026-10-29,07:00,15:00,3,1,2026-10-31 15:00',
  ])
})
