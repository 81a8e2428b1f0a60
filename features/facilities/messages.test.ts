import { expect, it } from 'vitest'
import { copiedCountText, misfitText, notClosedText, notCopiedText } from './messages.ts'
import { mostBlackouts } from './rules/closing-days.ts'

it('says why a unit cannot be chosen, and why a shift would not fit', () => {
  expect(notCopiedText({ outcome: 'change', problem: null })).toBe(null)
  expect(notCopiedText({ outcome: 'refused', problem: 'At most 4, as on every shift.' })).toContain(
    'At most 4',
  )
  expect(
    misfitText({
      id: '',
      title: null,
      date: '2026-12-01',
      start_time: '07:00',
      end_time: '15:00',
      school_name: 'Lakeshore',
      reason: 'seats',
    }),
  ).toMatch(/Dec 1.*7:00 AM–3:00 PM, Lakeshore: more students/)
})

it('counts the results of the units', () => {
  const unit = (outcome: 'copied' | 'same' | 'changed_since') => ({ unit_id: '', name: '5 East', outcome })
  expect(copiedCountText([unit('copied')])).toBe('Settings copied to 1 unit.')
  expect(copiedCountText([unit('copied'), unit('copied'), unit('same')])).toBe(
    'Settings copied to 2 units. 1 stays as it was.',
  )
  expect(copiedCountText([unit('changed_since'), unit('same')])).toBe(
    'No unit was changed. 2 stay as they were.',
  )
})

it('says why closing days leaves a unit as it is', () => {
  expect(notClosedText('close')).toBeNull()
  expect(notClosedText('same')).toBe('It is already closed on these days.')
  expect(notClosedText('full')).toBe(
    `It has ${mostBlackouts} entries of closed days. Remove one in its form first.`,
  )
})
