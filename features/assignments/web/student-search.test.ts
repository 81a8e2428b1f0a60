import { expect, test } from 'vitest'
import { exportOf, filterOf, isNarrowed, studentSearch } from './student-search.ts'

test('the search parameters keep known choices and drop anything else', () => {
  const site = '11111111-1111-4111-8111-111111111111'
  const chosen = { show: 'open', from: '2026-03-01', specialty: 'icu', site, full: 'yes' }
  expect(studentSearch({ ...chosen, to: 'soon', when: 'never', offer: 'x' })).toEqual(chosen)
  expect(filterOf(studentSearch(chosen))).toEqual({ from: '2026-03-01', specialty: 'icu', site_id: site })
  expect([isNarrowed({ show: 'open', full: 'yes' }), isNarrowed({ site })]).toEqual([false, true])
})

test('a file contains what the section shows', () => {
  const today = '2026-11-22'
  expect(exportOf({}, today)).toEqual({ part: 'upcoming' })
  expect(exportOf({ when: 'past' }, today)).toEqual({ part: 'past' })
  expect(exportOf({ when: 'past' }, today, 'fall')).toEqual({ part: 'past', semester_id: 'fall' })
  expect(exportOf({ show: 'requests' }, today, 'fall')).toEqual({ part: 'requests' })
  expect(exportOf({ view: 'calendar' }, today)).toEqual({
    part: 'calendar',
    from: '2026-11-01',
    to: '2026-11-30',
  })
  expect(exportOf({ view: 'calendar', span: 'week', on: '2026-12-02' }, today)).toEqual({
    part: 'calendar',
    from: '2026-11-29',
    to: '2026-12-05',
  })
  expect(exportOf({ show: 'open', specialty: 'icu', full: 'yes', more: 'yes' }, today)).toEqual({
    part: 'open',
    specialty: 'icu',
    full: true,
  })
  for (const show of ['requests', 'swaps', 'makeups'] as const)
    expect(exportOf({ show, offer: 'x' }, today)).toEqual({ part: show })
})
