import { expect, test } from 'vitest'
import { decisionHindrance, transitions, wishInWords } from './rules.ts'

const wish = { requester_id: 'r', target_user_id: 't', permission: 'verifier' as const }
test.each([
  [wish, { id: 's', role: 'superadmin' }, false, null],
  [wish, { id: 'f', role: 'facility_admin' }, true, null],
  [wish, { id: 'f', role: 'facility_admin' }, false, 'This place is outside of yours.'],
  [wish, { id: 'r', role: 'facility_admin' }, true, 'You asked for it: somebody else decides.'],
  [wish, { id: 't', role: 'facility_admin' }, true, 'Nobody decides for themselves.'],
  [wish, { id: 't', role: 'superadmin' }, true, 'Nobody decides for themselves.'],
  [wish, { id: 'a', role: 'school_admin' }, true, 'Facility admins and superadmins decide.'],
  [
    { ...wish, permission: 'capstone_preceptor' as const },
    { id: 'f', role: 'facility_admin' },
    true,
    'A superadmin decides who becomes a preceptor.',
  ],
  [{ ...wish, permission: 'capstone_preceptor' as const }, { id: 's', role: 'superadmin' }, false, null],
] as const)('%j by %j, within %s: %s', (of, by, within, reason) => {
  expect(decisionHindrance(of, by, within)).toBe(reason)
})

test('what is decided against, taken back or over never comes back', () => {
  for (const status of ['declined', 'withdrawn', 'expired', 'revoked'] as const)
    expect(transitions[status]).toEqual([])
  expect(transitions.submitted).not.toContain('draft')
})

test('a wish in words, also of people out of sight', () => {
  expect(wishInWords({ target_name: 'Mia Chen', place_name: 'ICU' }, 'Verifier')).toBe(
    'Mia Chen as verifier at ICU',
  )
  expect(wishInWords({ target_name: null, place_name: 'ICU' }, 'Verifier')).toBe(
    'Somebody outside your place as verifier at ICU',
  )
})
