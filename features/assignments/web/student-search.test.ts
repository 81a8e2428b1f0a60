import { expect, test } from 'vitest'
import { filterOf, isNarrowed, studentSearch } from './student-search.ts'

test('an address holds what was chosen, and nothing that somebody typed', () => {
  const site = '11111111-1111-4111-8111-111111111111'
  const chosen = { show: 'open', from: '2026-03-01', specialty: 'icu', site, full: 'yes' }
  expect(studentSearch({ ...chosen, to: 'soon', when: 'never', offer: 'x' })).toEqual(chosen)
  expect(filterOf(studentSearch(chosen))).toEqual({ from: '2026-03-01', specialty: 'icu', site_id: site })
  expect([isNarrowed({ show: 'open', full: 'yes' }), isNarrowed({ site })]).toEqual([false, true])
})
