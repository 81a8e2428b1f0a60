import { describe, expect, it } from 'vitest'
import type { ConnectionSettings } from './contract.ts'
import {
  countChanges,
  emailOf,
  enrollBlocker,
  inviteBlocker,
  type KnownPerson,
  type Member,
  nextStepOf,
  planRoster,
  readBlocker,
  type RosterInput,
  secretOf,
  type SeenPerson,
  semesterNamed,
  settingsBlocker,
  settleBlocker,
  testBlocker,
} from './rules.ts'

const member = (id: string, changes: Partial<Member> = {}): Member => ({
  id,
  email: `${id}@lakeshore.example`,
  student_number: null,
  is_student: true,
  ...changes,
})
const seen = (id: string, changes: Partial<SeenPerson> = {}): SeenPerson => ({
  canvas_id: id,
  name: `Person ${id}`,
  sis_id: null,
  login_id: null,
  email: `${id}@lakeshore.example`,
  section_ids: ['s1'],
  ...changes,
})
const known = (id: string, changes: Partial<KnownPerson> = {}): KnownPerson => ({
  ...seen(id),
  status: 'matched',
  problem: null,
  candidates: [],
  student_id: id,
  matched_by: 'email',
  cohort_id: 'c1',
  ...changes,
})
const plan = (input: Partial<RosterInput>) =>
  planRoster({
    known: [],
    seen: [],
    members: [],
    cohorts: new Map([
      ['s1', 'c1'],
      ['s2', 'c2'],
    ]),
    unread: new Set(),
    gone: new Set(),
    unmapped: new Set(),
    ...input,
  })
const one = (input: Partial<RosterInput>) => plan(input).people[0]!

describe('one student with two accounts in Canvas', () => {
  const jenna = member('jenna', { student_number: 'L-7' })
  const old = known('101', { student_id: 'jenna', sis_id: 'L-7' })
  const merged = seen('202', { sis_id: 'L-7' })
  const matches = (input: Partial<RosterInput>) =>
    plan({ members: [jenna], seen: [merged], ...input }).people.map((each) => [
      each.canvas_id,
      each.status,
      each.student_id,
      each.problem,
    ])

  it('belongs to the account that is there, if the other is missing, now or before', () => {
    expect(matches({ known: [old] })).toEqual([
      ['202', 'matched', 'jenna', null],
      ['101', 'missing', null, null],
    ])
    for (const status of ['missing', 'kept', 'left'] as const)
      expect(matches({ known: [{ ...old, status }] })).toEqual([
        ['202', 'matched', 'jenna', null],
        ['101', status, null, null],
      ])
  })

  it('is decided by a person, if the other account was not read', () => {
    const elsewhere = { ...old, section_ids: ['s9'] }
    expect(matches({ known: [elsewhere] })).toEqual([['202', 'conflict', null, 'same_person']])
    expect(matches({ known: [elsewhere], unread: new Set(['s9']) })).toEqual([
      ['202', 'conflict', null, 'same_person'],
    ])
  })
})

describe('sections that Canvas no longer has, or that count for no cohort', () => {
  const members = [member('a')]
  it('leave their people missing only if all their sections are gone', () => {
    const gone = new Set(['s8', 's9'])
    const of = (section_ids: string[]) => plan({ members, known: [known('a', { section_ids })], gone }).people
    expect(of(['s8', 's9'])).toMatchObject([{ canvas_id: 'a', status: 'missing', student_id: 'a' }])
    // The other one is of a semester that is over.
    expect(of(['s8', 's5'])).toEqual([])
  })

  it('put their people in no cohort', () => {
    const [found] = plan({
      members,
      known: [known('a', { section_ids: ['s5'] })],
      unmapped: new Set(['s5']),
    }).people
    expect(found).toMatchObject({ status: 'matched', student_id: 'a', cohort_id: null })
    const again = plan({ members, known: [found!], unmapped: new Set(['s5']) })
    expect(again).toEqual({ people: [], changes: [] })
  })
})

describe('matching a person in Canvas', () => {
  it('uses the number first, in any spelling', () => {
    const members = [member('a', { student_number: 'L-1001' }), member('b')]
    const found = one({
      members,
      seen: [seen('x', { sis_id: ' l-1001 ', email: 'elsewhere@lakeshore.example' })],
    })
    expect(found).toMatchObject({ status: 'matched', student_id: 'a', matched_by: 'sis', cohort_id: 'c1' })
  })

  it('uses the email next, and a login that is an email', () => {
    expect(one({ members: [member('a')], seen: [seen('a')] })).toMatchObject({
      student_id: 'a',
      matched_by: 'email',
    })
    const login = seen('x', { email: null, login_id: 'A@Lakeshore.example' })
    expect(one({ members: [member('a')], seen: [login] })).toMatchObject({ student_id: 'a' })
  })

  it('finds new people if the school knows no match, and unclear ones if no invitation can be sent', () => {
    expect(one({ seen: [seen('x')] })).toMatchObject({ status: 'new', problem: null })
    expect(one({ seen: [seen('x', { email: null, login_id: 'jdoe03' })] })).toMatchObject({
      status: 'conflict',
      problem: 'no_email',
    })
  })

  it.each([
    [
      'several_by_number',
      [member('a', { student_number: '1' }), member('b', { student_number: '1' })],
      seen('x', { sis_id: '1' }),
      ['a', 'b'],
    ],
    [
      'number_and_email_differ',
      [member('a', { student_number: '1' }), member('b')],
      seen('b', { sis_id: '1' }),
      ['a', 'b'],
    ],
    ['number_differs', [member('a', { student_number: '1' })], seen('a', { sis_id: '2' }), ['a']],
    ['not_a_student', [member('a', { is_student: false })], seen('a'), []],
  ] as const)('needs a person’s decision: %s', (problem, members, person, candidates) => {
    expect(one({ members, seen: [person] })).toMatchObject({
      status: 'conflict',
      problem,
      candidates,
      student_id: null,
    })
  })

  it('needs a decision for two with the same email, unless their numbers differ', () => {
    const both = [seen('x', { email: 'a@lakeshore.example' }), seen('y', { email: 'A@lakeshore.example' })]
    expect(plan({ members: [member('a')], seen: both }).people).toMatchObject([
      { status: 'conflict', problem: 'shared_email', candidates: ['a'] },
      { status: 'conflict', problem: 'shared_email', candidates: ['a'] },
    ])
    const numbered = [{ ...both[0]!, sis_id: '1' }, both[1]!]
    expect(plan({ members: [member('a', { student_number: '1' })], seen: numbered }).people).toMatchObject([
      { status: 'matched', student_id: 'a' },
      { status: 'conflict', problem: 'shared_email' },
    ])
  })

  it('needs a decision for two who match the same student, but keeps an existing match', () => {
    const members = [member('a', { student_number: '1' })]
    const both = [seen('x', { sis_id: '1' }), seen('y', { sis_id: '1' })]
    expect(plan({ members, seen: both }).people.map((each) => each.problem)).toEqual([
      'same_person',
      'same_person',
    ])
    const before = [known('x', { student_id: 'a', sis_id: '1', matched_by: 'sis' })]
    expect(plan({ members, seen: both, known: before }).people.map((each) => each.problem)).toEqual([
      null,
      'same_person',
    ])
  })

  it('stays when the email changes, in Canvas or at the school', () => {
    const moved = plan({
      members: [member('a', { email: 'new@lakeshore.example' })],
      known: [known('a')],
      seen: [seen('a', { email: 'other@lakeshore.example' })],
    })
    expect(moved.people[0]).toMatchObject({ status: 'matched', student_id: 'a' })
    expect(moved.changes).toMatchObject([
      { kind: 'updated', what: 'email', from: 'a@lakeshore.example', to: 'other@lakeshore.example' },
    ])
  })

  it('is checked again when the number moves to another student, or the student left the school', () => {
    const members = [member('a'), member('b', { student_number: '7' })]
    const input = { members, known: [known('a')], seen: [seen('a', { sis_id: '7' })] }
    expect(one(input)).toMatchObject({ status: 'conflict', problem: 'number_moved', candidates: ['a', 'b'] })
    expect(one({ ...input, known: [known('a', { matched_by: 'hand' })] })).toMatchObject({ student_id: 'a' })
    expect(one({ ...input, members: [] })).toMatchObject({ problem: 'gone_from_school', student_id: null })
  })
})

describe('what a reading changes', () => {
  it('adds and updates, and reports nothing if nothing changed', () => {
    const members = [member('a')]
    expect(plan({ members, seen: [seen('a')] }).changes).toMatchObject([{ kind: 'added', what: 'new' }])
    expect(plan({ members, seen: [seen('a')], known: [known('a')] }).changes).toEqual([])
    const renamed = plan({
      members,
      seen: [seen('a', { name: 'New Name', section_ids: ['s2'] })],
      known: [known('a')],
    })
    expect(renamed.changes.map(({ what }) => what)).toEqual(['name', 'cohort'])
    expect(renamed.people[0]).toMatchObject({ cohort_id: 'c2', section_ids: ['s2'] })
  })

  it('marks missing people and removes no one', () => {
    const gone = plan({
      known: [known('a'), known('b', { status: 'new', student_id: null, matched_by: null })],
    })
    expect(gone.people).toMatchObject([{ status: 'missing', student_id: 'a' }, { status: 'missing' }])
    expect(gone.changes.map(({ kind }) => kind)).toEqual(['dropped', 'dropped'])
  })

  it.each(['missing', 'kept', 'left', 'set_aside'] as const)('asks only once: %s stays', (status) => {
    expect(plan({ known: [known('a', { status })] }).people).toEqual([])
  })

  it('does not affect people in sections that were not read', () => {
    expect(plan({ known: [known('a', { section_ids: ['old'] })] }).people).toEqual([])
    const failed = { cohorts: new Map([['s2', 'c2']]), unread: new Set(['s1']) }
    expect(plan({ ...failed, known: [known('a', { section_ids: ['s1', 's2'] })] }).people).toEqual([])
    const half = plan({
      ...failed,
      known: [known('a', { section_ids: ['s1', 's2'] })],
      seen: [seen('a', { section_ids: ['s2'] })],
      members: [member('a')],
    })
    expect(half.people[0]!.section_ids).toEqual(['s1', 's2'])
  })

  it('restores people who are back, and leaves people who were set aside', () => {
    const members = [member('a')]
    for (const status of ['missing', 'kept', 'left'] as const) {
      const back = plan({ members, known: [known('a', { status })], seen: [seen('a')] })
      expect(back.people[0]).toMatchObject({ status: 'matched', student_id: 'a' })
      expect(back.changes).toMatchObject([{ what: 'back' }])
    }
    const aside = known('a', { status: 'set_aside', student_id: null, matched_by: null })
    expect(one({ members, known: [aside], seen: [seen('a')] })).toMatchObject({
      status: 'set_aside',
      student_id: null,
    })
  })

  it('matches invited people once they have an account', () => {
    const invited = known('a', { status: 'invited', student_id: null, matched_by: null })
    expect(one({ known: [invited], seen: [seen('a')] })).toMatchObject({ status: 'invited' })
    const joined = plan({ members: [member('a')], known: [invited], seen: [seen('a')] })
    expect(joined.people[0]).toMatchObject({ status: 'matched', matched_by: 'email' })
    expect(joined.changes).toMatchObject([{ what: 'match' }])
  })

  it('sets no cohort for people in sections of two', () => {
    expect(one({ seen: [seen('a', { section_ids: ['s1', 's2'] })] }).cohort_id).toBeNull()
  })

  it('counts people, not changes', () => {
    const { changes } = plan({
      members: [member('a')],
      known: [known('a')],
      seen: [seen('a', { name: 'New', email: 'x@y.example' }), seen('b')],
    })
    expect(countChanges(changes, 2)).toEqual({ people: 2, added: 1, updated: 1, dropped: 0, conflicts: 0 })
  })
})

describe('connections', () => {
  const settings: ConnectionSettings = {
    base_url: 'https://a.instructure.com',
    account: 'self',
    auth: 'token',
    client_id: null,
    reads_daily: true,
    client_secret: null,
    refresh_token: null,
    access_token: null,
  }
  const kept = {
    base_url: settings.base_url,
    auth: 'token',
    client_id: null,
    secret_set_at: '2026-11-01',
  } as const

  it('need credentials, and again when they would be sent elsewhere', () => {
    expect(settingsBlocker(settings, null)?.code).toBe('canvas.secret_needed')
    expect(settingsBlocker({ ...settings, access_token: '1~x' }, null)).toBeNull()
    expect(settingsBlocker(settings, kept)).toBeNull()
    expect(settingsBlocker({ ...settings, base_url: 'https://b.example' }, kept)?.code).toBe(
      'canvas.secret_needed',
    )
    expect(settingsBlocker(settings, { ...kept, secret_set_at: null })?.code).toBe('canvas.secret_needed')
    const oauth = { ...settings, auth: 'oauth2' } as const
    expect(settingsBlocker(oauth, null)?.code).toBe('canvas.no_client')
    expect(settingsBlocker({ ...oauth, client_id: '1', client_secret: 'x' }, null)?.code).toBe(
      'canvas.secret_in_parts',
    )
    expect(
      settingsBlocker({ ...oauth, client_id: '2' }, { ...kept, auth: 'oauth2', client_id: '1' })?.code,
    ).toBe('canvas.secret_needed')
    expect(secretOf('oauth2', { ...oauth, client_secret: 'x', refresh_token: 'y' })).toEqual({
      client_secret: 'x',
      refresh_token: 'y',
    })
  })

  it('are tested first and then read, one at a time', () => {
    expect(testBlocker({ status: 'revoked', secret_set_at: null })?.code).toBe('canvas.revoked')
    expect(testBlocker({ status: 'draft', secret_set_at: null })?.code).toBe('canvas.secret_needed')
    expect(testBlocker({ status: 'testing', secret_set_at: 'x' })).toBeNull()
    expect(readBlocker({ status: 'draft', open_run: null })?.code).toBe('canvas.test_first')
    expect(readBlocker({ status: 'error', open_run: null })).toBeNull()
    expect(readBlocker({ status: 'active', open_run: {} as never })?.code).toBe('canvas.reading')
  })

  it('name the next step', () => {
    const progress = {
      status: 'active',
      terms_mapped: 0,
      sections: 0,
      sections_mapped: 0,
      read_at: null,
      matched: 0,
      to_decide: 0,
    } as const
    expect(nextStepOf({ ...progress, status: 'error' })).toBe('test')
    expect(nextStepOf({ ...progress, status: 'revoked' })).toBe('none')
    expect(nextStepOf(progress)).toBe('map_terms')
    expect(nextStepOf({ ...progress, terms_mapped: 1 })).toBe('read')
    expect(nextStepOf({ ...progress, terms_mapped: 1, sections: 2 })).toBe('map_sections')
    const mapped = { ...progress, terms_mapped: 1, sections: 2, sections_mapped: 1 }
    expect(nextStepOf(mapped)).toBe('read')
    expect(nextStepOf({ ...mapped, to_decide: 3 })).toBe('decide')
    expect(nextStepOf({ ...mapped, matched: 3 })).toBe('none')
  })
})

it('people are invited, enrolled and settled if their status allows it', () => {
  const person = {
    status: 'new',
    email: 'a@b.example',
    login_id: null,
    problem: null,
    cohort_id: 'c1',
    current_cohort_id: null,
  } as const
  expect(inviteBlocker(person)).toBeNull()
  expect(inviteBlocker({ ...person, status: 'matched' })?.code).toBe('canvas.is_matched')
  expect(inviteBlocker({ ...person, status: 'left' })?.code).toBe('canvas.person_status')
  expect(inviteBlocker({ ...person, email: null })?.code).toBe('canvas.no_email')
  expect(enrollBlocker(person)?.code).toBe('canvas.not_matched')
  expect(enrollBlocker({ ...person, status: 'matched' })).toBeNull()
  expect(enrollBlocker({ ...person, status: 'matched', cohort_id: null })?.code).toBe('canvas.no_cohort')
  expect(enrollBlocker({ ...person, status: 'matched', current_cohort_id: 'c1' })?.code).toBe(
    'canvas.in_cohort',
  )
  expect(settleBlocker({ status: 'missing' }, 'kept')).toBeNull()
  expect(settleBlocker({ status: 'matched' }, 'left')?.code).toBe('canvas.person_status')
})

it('parses addresses and terms as people write them', () => {
  expect(emailOf({ email: ' A@B.example ', login_id: null })).toBe('a@b.example')
  expect(emailOf({ email: 'nonsense', login_id: 'jdoe' })).toBeNull()
  expect(semesterNamed('fall  2026', [{ name: 'Fall 2026' }])).toEqual({ name: 'Fall 2026' })
  expect(semesterNamed('Spring', [{ name: 'Fall 2026' }])).toBeNull()
})
