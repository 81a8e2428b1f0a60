import { expect, test } from 'vitest'
import { refusalMessage } from '#core/refusal.ts'
import { canTransition } from '#core/steps.ts'
import { requestStatus } from './contract.ts'
import { requestRefusals } from './messages.ts'
import {
  requestBlocker,
  decisionBlocker,
  outcomeBlocker,
  requestSteps,
  submissionBlocker,
  requestInWords,
  withdrawalBlocker,
} from './rules.ts'

const wish = { requester_id: 'r', target_user_id: 't', permission: 'verifier' as const }
test.each([
  [wish, { id: 's', role: 'superadmin' }, false, null],
  [wish, { id: 'f', role: 'facility_admin' }, true, null],
  [wish, { id: 'f', role: 'facility_admin' }, false, 'This facility is outside of yours.'],
  [wish, { id: 'r', role: 'facility_admin' }, true, 'You made this request, so someone else must decide.'],
  [wish, { id: 't', role: 'facility_admin' }, true, 'You can’t decide on your own request.'],
  [wish, { id: 't', role: 'superadmin' }, true, 'You can’t decide on your own request.'],
  [wish, { id: 'a', role: 'school_admin' }, true, 'Facility admins and superadmins decide.'],
  [
    { ...wish, permission: 'capstone_preceptor' as const },
    { id: 'f', role: 'facility_admin' },
    true,
    'A superadmin decides who becomes a preceptor.',
  ],
  [{ ...wish, permission: 'capstone_preceptor' as const }, { id: 's', role: 'superadmin' }, false, null],
] as const)('%j by %j, within %s: %s', (of, by, within, reason) => {
  const blocked = decisionBlocker(of, by, within)
  expect(blocked && refusalMessage(requestRefusals, blocked)).toBe(reason)
})

test('no one decides for themselves while acting as another person either', () => {
  const by = { id: 'f', real_id: 't', role: 'superadmin' }
  expect(decisionBlocker(wish, by, true)?.code).toBe('permission_request.for_oneself')
})

test('a declined, withdrawn or expired request never changes again', () => {
  for (const from of ['declined', 'withdrawn', 'expired', 'revoked'] as const)
    for (const to of requestStatus.options)
      for (const party of ['requester', 'decider', 'system'] as const)
        expect(canTransition(requestSteps, from, to, party)).toBe(false)
  expect(canTransition(requestSteps, 'submitted', 'draft', 'requester')).toBe(false)
  expect(canTransition(requestSteps, 'submitted', 'approved', 'requester')).toBe(false)
})

const today = '2030-05-10'
const open = { status: 'submitted', expires_on: null, decided_by_name: null }
test.each([
  [open, { decision: 'approved', note: null }, null],
  [open, { decision: 'declined', note: null }, 'Give a reason. The requester will read it.'],
  [open, { decision: 'declined', note: 'No.' }, null],
  [{ ...open, expires_on: today }, { decision: 'approved', note: null }, null],
  [
    { ...open, expires_on: '2030-05-09' },
    { decision: 'approved', note: null },
    'The last requested day has passed. Decline it; it can be requested again.',
  ],
  [{ ...open, expires_on: '2030-05-09' }, { decision: 'declined', note: 'Over.' }, null],
  [
    { ...open, status: 'declined', decided_by_name: 'Ann' },
    { decision: 'approved', note: null },
    'This request was already declined by Ann.',
  ],
] as const)('%j, %j: %s', (request, asked, reason) => {
  const blocked = outcomeBlocker(request, { ...asked, today })
  expect(blocked && refusalMessage(requestRefusals, blocked)).toBe(reason)
})

test('only a draft is sent; a draft or a sent request is withdrawn', () => {
  const at = (status: string) => ({ status, decided_by_name: null })
  expect(submissionBlocker(at('draft'))).toBeNull()
  expect(submissionBlocker(at('withdrawn'))?.values).toEqual({ status: 'withdrawn', by: null })
  expect(withdrawalBlocker(at('draft'))).toBeNull()
  expect(withdrawalBlocker(at('submitted'))).toBeNull()
  expect(withdrawalBlocker(at('approved'))?.code).toBe('permission_request.settled')
})

const facts = { role: 'facility_admin', name: 'Mia', today, held: [] }
test.each([
  [{}, facts, undefined],
  [{}, { ...facts, role: 'superadmin' }, 'permission_request.superadmin_gives'],
  [{ expires_on: today, auto_review_on: today }, facts, undefined],
  [{ expires_on: '2030-05-09' }, facts, 'permission_request.last_day_over'],
  [{ auto_review_on: '2030-05-09' }, facts, 'permission_request.review_over'],
  [{}, { ...facts, held: [{ expires_on: null }] }, 'permission_request.held'],
  [{}, { ...facts, held: [{ expires_on: '2030-06-01' }] }, undefined],
  [{ expires_on: '2030-06-02' }, { ...facts, held: [{ expires_on: '2030-06-01' }] }, undefined],
  [
    { expires_on: '2030-06-01' },
    { ...facts, held: [{ expires_on: '2030-06-01' }] },
    'permission_request.held',
  ],
] as const)('asking for %j with %j: %s', (asked, known, code) => {
  expect(requestBlocker(asked, known)?.code).toBe(code)
})

test('a request in words, also about people the reader may not see', () => {
  expect(requestInWords({ target_name: 'Mia Chen', facility_name: 'ICU' }, 'Verifier')).toBe(
    'Mia Chen as verifier at ICU',
  )
  expect(requestInWords({ target_name: null, facility_name: 'ICU' }, 'Verifier')).toBe(
    'Someone outside your facility as verifier at ICU',
  )
})
