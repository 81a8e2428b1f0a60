import { expect, it } from 'vitest'
import type { ClearanceItem } from '../contract.ts'
import { addDays, readIn, todayHere } from '#core/plain-date.ts'
import type { Credential } from '../contract.ts'
import { itemWords, lookOf, nextShiftWords, validityOf } from './clearance-words.ts'

const words = (item: Pick<ClearanceItem, 'state' | 'due_on'> & Partial<ClearanceItem>) =>
  itemWords({ covered_to: null, gap_on: null, next_step: 'upload', ...item } as ClearanceItem, {
    last: '2026-12-20',
  })

it('says by when a refused or ended item is needed', () => {
  expect(words({ state: 'rejected', due_on: '2026-12-04' })).toMatch(
    /^Read the note and send it again. Needed by .*Dec 4/,
  )
  expect(words({ state: 'expired', due_on: '2026-12-04' })).toMatch(/^Send a new one. Needed by .*Dec 4/)
  expect(words({ state: 'expired', due_on: null })).toBe('Send a new one')
  const valid = { state: 'expired', covered_to: todayHere(), due_on: null } as const
  expect(words(valid)).toMatch(/^Lapses .+\. Send a new one$/)
  expect(
    [valid, { ...valid, covered_to: addDays(todayHere(), -1) }].map(
      (one) => lookOf(one as ClearanceItem).label,
    ),
  ).toEqual(['Lapses too early', 'Expired'])
  expect(words({ state: 'missing', due_on: '2026-12-04' })).toMatch(/^Due .*Dec 4/)
})

it('says which shift a clearance is for, including one on campus', () => {
  const day = { date: '2026-11-29', last: '2026-11-29' }
  expect(nextShiftWords({ ...day, facility_name: 'Harborview' })).toMatch(
    /^For your shift at Harborview on Sun, Nov 29/,
  )
  expect(nextShiftWords({ ...day, facility_name: '' })).toMatch(/^For your shift on Sun, Nov 29/)
})

it('dates what was sent in the evening by the reader’s own day', () => {
  const sent = { status: 'submitted', submitted_at: '2020-12-01T03:00:00Z' } as Credential
  readIn('America/Los_Angeles')
  expect(validityOf(sent)).toBe('Sent Nov 30, 2020')
  readIn('Europe/Berlin')
  expect(validityOf(sent)).toBe('Sent Dec 1, 2020')
})
