import { describe, expect, it, test } from 'vitest'
import { refusalMessage } from '#core/refusal.ts'
import { passportRefusals } from './messages.ts'
import { carryBlocker, entriesOf, linkState, MAX_LINKS, shareBlocker, sizeBlocker } from './rules.ts'

const today = '2026-11-23'
const sent = (more: object = {}) => ({
  id: 'c1',
  type_id: 'bls',
  type_name: 'BLS',
  shown: 'approved' as const,
  issued_on: '2026-03-10',
  expires_on: '2028-03-31',
  file_ids: ['f1'],
  submitted_at: '2026-03-11T10:00:00Z',
  ...more,
})
const types = [
  { id: 'bls', is_restricted: false },
  { id: 'tb', is_restricted: false },
  { id: 'drug', is_restricted: true },
]

// Domain §2.8 and §2.20: statuses and dates, then the documents; never restricted results or notes.
describe('a passport', () => {
  it('has at most 40 MB of documents', () => {
    expect(sizeBlocker(40 * 1024 * 1024)).toBeNull()
    expect(sizeBlocker(40 * 1024 * 1024 + 1)).toEqual({ code: 'passport.too_large', values: {} })
  })

  it('has the valid credential of each type, or else the latest, and documents of approved ones', () => {
    const entries = entriesOf(
      [
        sent({ id: 'c0', shown: 'rejected', submitted_at: '2026-09-01T10:00:00Z', expires_on: null }),
        sent(),
        sent({
          id: 'c2',
          type_id: 'tb',
          type_name: 'TB',
          shown: 'in_review',
          expires_on: null,
          file_ids: ['f2'],
        }),
        sent({ id: 'c3', shown: 'superseded' }),
      ],
      types,
    )
    expect(entries.map(({ credential_id: id, shown, file_ids: files }) => [id, shown, files])).toEqual([
      ['c1', 'approved', ['f1']],
      ['c2', 'in_review', []],
    ])
  })
  it('never has a restricted result, or a credential of an unknown type', () => {
    expect(entriesOf([sent({ type_id: 'drug' }), sent({ type_id: 'gone' })], types)).toEqual([])
  })
  test.each([
    ['2026-11-23', 0, 1, null],
    ['2027-05-22', 0, 1, null],
    ['2027-05-23', 0, 1, 'passport.days'],
    ['2026-11-22', 0, 1, 'passport.days'],
    ['2026-12-01', MAX_LINKS, 1, 'passport.links'],
    ['2026-12-01', 0, 0, 'passport.empty'],
  ])('shared until %s with %i links: %s', (ends, links, entries, code) => {
    expect(shareBlocker({ ends_on: ends, today }, { links, entries })?.code ?? null).toBe(code)
  })
  it('is open until its last day, unless it was turned off', () => {
    expect(linkState({ ends_on: today, revoked_at: null }, today)).toBe('open')
    expect(linkState({ ends_on: '2026-11-22', revoked_at: null }, today)).toBe('ended')
    expect(linkState({ ends_on: '2027-01-01', revoked_at: '2026-11-20T00:00:00Z' }, today)).toBe('revoked')
  })
})

describe('a credential is offered to the next school', () => {
  const row = {
    status: 'approved' as const,
    expires_on: '2027-01-01',
    school_id: 'a',
    own_school_id: 'b',
    today,
  }
  const type = { owner_kind: 'platform' as const, is_restricted: false, status: 'active' as const }
  test.each<[string, object | null, object, string | null]>([
    ['as another approved it', {}, {}, null],
    ['without an end', { expires_on: null }, {}, null],
    ['that is not theirs', null, {}, 'passport.missing'],
    ['of the same school', { own_school_id: 'a' }, {}, 'passport.missing'],
    ['without a school', { own_school_id: null }, {}, 'passport.missing'],
    ['that is over', { expires_on: '2026-11-22' }, {}, 'passport.over'],
    ['that was never approved', { status: 'submitted' }, {}, 'passport.over'],
    ['of a restricted type', {}, { is_restricted: true }, 'passport.restricted'],
    ['of a school’s own type', {}, { owner_kind: 'school' }, 'passport.other_type'],
    ['of a retired type', {}, { status: 'retired' }, 'passport.other_type'],
  ])('%s', (_, change, kind, code) => {
    const blocker = carryBlocker(change === null ? undefined : { ...row, ...change }, { ...type, ...kind })
    expect(blocker?.code ?? null).toBe(code)
  })
})

it('each refusal has a text', () => {
  for (const code of Object.keys(passportRefusals) as (keyof typeof passportRefusals)[])
    expect(refusalMessage(passportRefusals, { code, values: { most: 3 } } as never)).toMatch(/^[A-Z].*\.$/)
})
