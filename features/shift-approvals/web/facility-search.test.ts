import { expect, test } from 'vitest'
import { exportOf, type FacilityView } from './facility-search.ts'

const id = '00000000-0000-4000-8000-000000000001'
const of = (view: FacilityView, search = {}, isPhone = false) =>
  exportOf(search, { view, today: '2026-11-25', isPhone })

test('a file has the days that the view shows', () => {
  expect(of('board').filter).toMatchObject({ here: true, from: '2026-11-22', to: '2026-11-28' })
  expect(of('board', {}, true).filter).toMatchObject({ from: '2026-11-25', to: '2026-11-25' })
  expect(of('board', { on: '2026-12-02' }).filter).toMatchObject({ from: '2026-11-29', to: '2026-12-05' })
  expect(of('month').filter).toMatchObject({ from: '2026-11-01', to: '2026-11-30' })
  expect(of('list', { on: '2026-12-02', state: 'declined' }).filter).toEqual({
    here: true,
    status: ['declined'],
    from: '2026-12-02',
  })
})

test('a file of requests has the inbox; offers and the roster have the shown filters', () => {
  expect(of('requests', { facility: id, state: 'full' }).filter).toEqual({
    here: true,
    facility_id: id,
    needs: 'inbox',
  })
  expect(of('offers', { facility: id, state: 'taken', specialty: 'icu' })).toEqual({
    path: '/shifts/slots/export',
    filter: { here: true, facility_id: id, specialty: 'icu', status: 'taken', from: '2026-11-25' },
  })
  expect(of('offers', { state: 'full', on: '2026-12-02' }).filter).toEqual({ here: true, from: '2026-12-02' })
  expect(of('roster', { facility: id, specialty: 'icu' })).toEqual({
    path: '/shifts/day-roster/export',
    filter: { date: '2026-11-26', facility_id: id },
  })
})
