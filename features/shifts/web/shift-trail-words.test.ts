import { expect, test } from 'vitest'
import { changeLines, isTakenBack, reasonLine } from './shift-trail-words.ts'

test('a new time is one line in the usual time format', () => {
  expect(changeLines({ start_time: ['07:00:00', '15:00:00'], end_time: ['15:00:00', '23:00:00'] })).toEqual([
    'Time: 7:00 AM–3:00 PM → 3:00 PM–11:00 PM',
  ])
  expect(changeLines({ end_time: ['15:00:00', '15:30:00'] })).toEqual(['End: 3:00 PM → 3:30 PM'])
})

test('every field has a name and every value a text', () => {
  expect(
    changeLines({
      date: ['2026-03-03', '2026-03-04'],
      facility_id: ['5 East, North', '4 West, North'],
      specialty: ['med_surg', 'icu'],
      experience_type: ['observation', 'orientation'],
      signup_mode: ['assigned', 'request'],
      signup_policy: ['first_come', 'fair_round'],
      cohort_ids: [[], ['A1', 'B2']],
      proctor_id: [null, 'Ana Diaz'],
      more_preceptor_ids: ['Lee Wu', null],
      break_min: [30, 0],
      capacity: [2, 1],
    }),
  ).toEqual([
    'Date: Tue, Mar 3, 2026 → Wed, Mar 4, 2026',
    'Unit: 5 East, North → 4 West, North',
    'Specialty: Medical-surgical → Intensive care',
    'Kind: Observation → Orientation',
    'Sign-up: The school assigns the seats → Students request seats, the school decides',
    'Seats go to: First come, first served → Fair round',
    'Cohorts: none → A1, B2',
    'Instructor: none → Ana Diaz',
    'Other preceptors: Lee Wu → none',
    'Break (minutes): 30 → 0',
    'Seats: 2 → 1',
  ])
  expect(changeLines({ signup_opens_at: [null, '2026-03-03T13:00:00Z'] }, 'America/Chicago')).toEqual([
    'Sign-up opens: none → Mar 3, 2026, 7:00 AM',
  ])
})

test('hours that counted as scheduled are not called none', () => {
  expect(changeLines({ credited_hours_override: [null, 6.5] })).toEqual([
    'Hours credited: as scheduled → 6.5',
  ])
})

test('details that are not changes have no line: seats of a publication, an identifier, who left', () => {
  expect(changeLines({ seats: 4, limit: null, left: 'a b', cloned_from: 'id' })).toEqual([])
})

test('a reason from the list is shown as text, with the note that was added', () => {
  expect(reasonLine('no_capacity', { code: 'no_capacity' })).toBe('No capacity')
  expect(reasonLine('Two of us are out', { code: 'staffing' })).toBe('Not enough staff: Two of us are out')
  expect(reasonLine('Snow', { code: 'weather' })).toBe('Weather: Snow')
  expect(reasonLine('weather', { code: 'weather' })).toBe('Weather')
  expect(reasonLine('As agreed by phone', {})).toBe('As agreed by phone')
  expect(reasonLine(null, { code: 'census' })).toBe('Too few patients')
  expect(reasonLine(null, {})).toBeUndefined()
})

test('a requested change that its own party ended was taken back, not declined', () => {
  const events = [
    { id: 5, event: 'decline_change', actor_role: 'school_super_admin' },
    { id: 4, event: 'change', actor_role: 'facility_admin' },
    { id: 3, event: 'ask_change', actor_role: 'school_admin' },
    { id: 2, event: 'decline_change', actor_role: 'facility_admin' },
    { id: 1, event: 'ask_change', actor_role: 'school_admin' },
  ]
  expect([isTakenBack(events, 5), isTakenBack(events, 2)]).toEqual([true, false])
  // Its request is older than what is listed.
  expect(isTakenBack(events.slice(0, 1), 5)).toBe(false)
})
