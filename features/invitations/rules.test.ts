import { visibleText } from '#core/visible-text.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invitableRoles, roles } from '#core/roles.ts'
import type { ImportRow, InviteeFact, KnownCohort } from './contract.ts'
import {
  acceptPath,
  columnOf,
  columnsProblem,
  countVerdicts,
  fillCohort,
  outcomeLabel,
  headingsOf,
  importColumns,
  importLimits,
  inviteeFact,
  lifetimeDays,
  linkState,
  matchColumns,
  readTable,
  renewalAskedOf,
  resendBlocker,
  resendWait,
  revokeBlocker,
  rowEmail,
  splitName,
  verdictsOf,
} from './rules.ts'

const row = (given: Partial<ImportRow> = {}): ImportRow => ({
  line: 2,
  email: 'amy@school.edu',
  first_name: 'Amy',
  last_name: 'Tan',
  student_id: '',
  cohort: '',
  program: '',
  phone: '',
  ...given,
})

describe('who may invite whom', () => {
  it.each([
    ['superadmin', ['student', 'proctor', 'school_admin', 'school_super_admin', 'facility_admin']],
    ['school_super_admin', ['student', 'proctor', 'school_admin', 'school_super_admin']],
    ['school_admin', ['student', 'proctor']],
    ['facility_admin', ['facility_admin']],
    ['proctor', []],
    ['student', []],
  ] as const)('%s → %j', (role, expected) => {
    expect(invitableRoles(role)).toEqual(expected)
  })
  it('no one can invite a superadmin', () => {
    for (const role of roles) expect(invitableRoles(role)).not.toContain('superadmin')
  })
})

it('gives students and proctors 14 days and their own pages, administrators 30 and one page', () => {
  expect([lifetimeDays('student'), lifetimeDays('proctor')]).toEqual([14, 14])
  expect([
    lifetimeDays('facility_admin'),
    lifetimeDays('school_admin'),
    lifetimeDays('school_super_admin'),
  ]).toEqual([30, 30, 30])
  expect(acceptPath('student')).toBe('/accept-student-invitation')
  expect(acceptPath('proctor')).toBe('/accept-proctor-invitation')
  expect(acceptPath('school_super_admin')).toBe('/accept-invitation')
})

it('resends all but accepted ones, revokes only open ones', () => {
  expect(resendBlocker('accepted')?.code).toBe('invitation.accepted')
  for (const state of ['sent', 'opened', 'expired', 'revoked'] as const)
    expect(resendBlocker(state)).toBeNull()
  expect(revokeBlocker('expired')).toBeNull()
  expect(revokeBlocker('revoked')?.code).toBe('invitation.revoked')
})

it.each([
  [{}, null],
  [{ had_enough: true }, 'too_often'],
  [{ is_elsewhere: true, had_enough: true }, 'elsewhere'],
  [{ is_invited: true, is_elsewhere: true }, 'invited'],
  [{ is_member: true, is_invited: true, is_elsewhere: true }, 'member'],
])('an address with %j is reported as %s', (known, fact) => {
  const nothing = { is_member: false, is_invited: false, is_elsewhere: false, had_enough: false }
  expect(inviteeFact({ ...nothing, ...known })).toBe(fact)
})

it.each([
  [0, 0, 0],
  [4, 0, 0],
  [5, 0, 1],
  [5, 0.2, 1],
  [5, 1, 0],
  [7, 1, 3],
  [30, 0, 900],
  [30, 901, 0],
])('after %i resends, the last %d seconds ago, waits %i seconds', (resend_count, seconds, wait) => {
  expect(resendWait({ resend_count, seconds_since_sent: seconds })).toBe(wait)
})

describe('a link', () => {
  const valid = { status: 'opened', is_over: false, is_replaced: false, is_open: true, may_invite: true }
  it.each([
    [{}, 'valid', null],
    [{ status: 'sent' }, 'valid', null],
    [{ is_replaced: true }, 'replaced', null],
    [{ is_over: true }, 'expired', 'inviter'],
    [{ is_over: true, is_replaced: true }, 'expired', 'inviter'],
    [{ may_invite: false }, 'inviter_gone', 'administrators'],
    [{ may_invite: false, is_over: true }, 'expired', 'administrators'],
    [{ is_open: false }, 'tenant_closed', null],
    [{ is_open: false, may_invite: false, is_over: true }, 'expired', null],
    [{ status: 'accepted', is_replaced: true, is_over: true }, 'accepted', null],
    [{ status: 'revoked', is_open: false }, 'revoked', null],
  ])('with %j shows %s; a request for a new one notifies: %s', (facts, state, asked) => {
    expect(linkState({ ...valid, ...facts })).toBe(state)
    expect(renewalAskedOf({ ...valid, ...facts })).toBe(asked)
  })
})

describe('reading a file', () => {
  it.each([
    ['E-Mail', 'email'],
    ['  EMAIL address ', 'email'],
    ['First_Name', 'first_name'],
    ['last name', 'last_name'],
    ['Student ID', 'student_id'],
    ['Programme', 'program'],
    ['constructor', undefined],
    ['Favourite colour', undefined],
  ])('recognizes the heading %j as %s', (heading, field) => {
    expect(columnOf(heading)).toBe(field)
  })

  it('accepts columns in any order, keeps leading zeros, skips blank lines, names ignored columns', () => {
    const { rows, ignored, problem } = readTable([
      ['Last name', 'EMAIL', 'first name', 'Student ID', 'Shoe size'],
      ['', ' ', ''],
      ['Tan', 'Amy@School.edu ', 'Amy', '00042', '38'],
    ])
    expect(problem).toBeNull()
    expect(ignored).toEqual(['Shoe size'])
    expect(rows).toEqual([row({ line: 3, email: 'Amy@School.edu', student_id: '00042' })])
  })

  it('says why a file cannot be read', () => {
    expect(readTable([]).problem).toBe('The file is empty.')
    expect(readTable([['email', 'first name']]).problem).toContain('Missing: Last name.')
    expect(readTable([['amy@school.edu', 'Amy', 'Tan']]).problem).toContain('must name the columns')
    expect(readTable([['email', 'first_name', 'last_name']]).problem).toContain('no rows')
    const many = Array.from({ length: importLimits.rows + 1 }, (_, n) => [`s${n}@school.edu`, 'A', 'B'])
    expect(readTable([['email', 'first_name', 'last_name'], ...many]).problem).toContain('at most 2,000')
  })

  it('reads any table without throwing, and never keeps an invisible character', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string({ unit: 'binary' }))), (table) => {
        const { rows } = readTable([importColumns.map(({ field }) => field), ...table])
        for (const each of rows)
          for (const { field } of importColumns)
            expect(each[field]).not.toMatch(/[\p{Cc}\u202A-\u202E\uFEFF]|^\s|\s$/u)
      }),
    )
  })

  it('cleans text idempotently', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visibleText(visibleText(text))).toBe(visibleText(text))
      }),
    )
  })
})

describe('columns', () => {
  it.each([
    [
      ['Student Name', 'E-Mail Address', 'Cohort Name'],
      ['full_name', 'email', 'cohort'],
    ],
    [
      ['Last, first', 'Student Email', 'SIS User ID'],
      [null, 'email', 'student_id'],
    ],
    [
      ['Legal first name', 'Legal Last Name', 'Name', 'School email', 'Cell #'],
      ['first_name', 'last_name', null, 'email', 'phone'],
    ],
    [
      ['Email', 'Email address', 'Name'],
      ['email', null, 'full_name'],
    ],
  ])('%j match %j', (headings, columns) => expect(matchColumns(headings)).toEqual(columns))

  it('a school’s own choice takes precedence over the name', () => {
    expect(
      matchColumns(['Login', 'Group', 'Who'], { login: 'email', group: null, who: 'full_name' }),
    ).toEqual(['email', null, 'full_name'])
  })
  it.each([
    ['Amy Li Tan', 'Amy Li', 'Tan'],
    ['Tan, Amy Li', 'Amy Li', 'Tan'],
    ['  Tan ,Amy ', 'Amy', 'Tan'],
    ['Amy', 'Amy', ''],
    ['', '', ''],
  ])('%j is split into %j and %j', (text, first_name, last_name) => {
    expect(splitName(text)).toEqual({ first_name, last_name })
  })
  it('says what still has to be chosen', () => {
    expect(columnsProblem([null, 'full_name'])).toBe('Choose the column with the email addresses.')
    expect(columnsProblem(['email', 'first_name'])).toContain('last names')
    expect(columnsProblem(['email', 'full_name', 'last_name'])).toContain('either')
    expect(columnsProblem(['email', 'email', 'full_name'])).toContain('Two columns are chosen as Email.')
    expect(columnsProblem(['email', null, 'full_name'])).toBeNull()
  })
  it('reads a file with unknown headings, automatically or after a choice', () => {
    const table = [
      ['Student Name', 'E-Mail Address'],
      ['Tan, Amy', 'amy@school.edu'],
    ]
    expect(readTable(table)).toEqual({ problem: null, ignored: [], rows: [row()] })
    const other = [
      ['Who', 'Where', 'Hat'],
      ['Amy Tan', 'amy@school.edu', 'red'],
    ]
    expect(readTable(other)).toMatchObject({ rows: [], needsColumns: true })
    expect(readTable(other, ['full_name', 'email', null])).toEqual({
      problem: null,
      ignored: ['Hat'],
      rows: [row()],
    })
    expect(headingsOf(other)).toEqual({
      headings: ['Who', 'Where', 'Hat'],
      samples: [['Amy Tan'], ['amy@school.edu'], ['red']],
    })
    // Without headings there is nothing to choose from.
    expect(readTable([['Amy', 'Tan', 'amy@school.edu']])).toMatchObject({ needsColumns: false })
  })
})

describe('cohorts', () => {
  const cohort = (name: string, more: Partial<KnownCohort> = {}): KnownCohort => ({
    id: '0190f000-0000-7000-8000-000000000001',
    name,
    code: null,
    status: 'active',
    program_name: null,
    ...more,
  })
  const cohorts = [
    cohort('Fall 2026', { code: 'F26', program_name: 'BSN' }),
    cohort('Fall 2022', { status: 'graduated' }),
  ]
  it.each([
    ['fall 2026', 'ok', null],
    [' F26 ', 'ok', null],
    ['', 'ok', null],
    [
      'Fall 2027',
      'no_cohort',
      'There is no cohort “Fall 2027”. Create it, choose another, or import without a cohort.',
    ],
    [
      'Fall 2022',
      'no_cohort',
      'The cohort “Fall 2022” is graduated. Choose another, or import without a cohort.',
    ],
  ])('%j is %s', (name, verdict, reason) => {
    expect(verdictsOf([row({ cohort: name })], {}, cohorts)).toMatchObject([{ verdict, reason }])
  })
  it('says that the program is not imported', () => {
    const reasons = verdictsOf(
      [
        row({ cohort: 'F26', program: 'bsn' }),
        row({ email: 'b@school.edu', cohort: 'F26', program: 'ADN' }),
        row({ email: 'c@school.edu', program: 'ADN' }),
      ],
      {},
      cohorts,
    )
    expect(reasons.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['ok', null],
      ['ok', 'The file says program “ADN”; the cohort’s program, BSN, counts.'],
      ['ok', 'Program “ADN” stays with the invitation only: a student’s program comes from the cohort.'],
    ])
  })
})

describe('verdicts', () => {
  it.each<[Partial<ImportRow>, string]>([
    [{ email: '' }, 'Email is missing.'],
    [{ email: 'amy@school' }, '“amy@school” is not an email address.'],
    [{ last_name: ' ' }, 'Last name is missing.'],
    [{ student_id: 'x'.repeat(61) }, 'Student ID is longer than 60 characters.'],
    [{ first_name: '', last_name: '' }, 'First name is missing. Last name is missing.'],
  ])('%j is invalid: %s', (given, reason) => {
    expect(verdictsOf([row(given)], {})[0]).toMatchObject({ verdict: 'invalid', reason })
  })

  it('prefers invalid to duplicate, duplicate to what is known of the address', () => {
    const rows = [
      row({ line: 2 }),
      row({ line: 3, email: ' AMY@school.edu' }),
      row({ line: 4, first_name: '' }),
    ]
    expect(verdictsOf(rows, { 'amy@school.edu': 'member' }).map(({ verdict }) => verdict)).toEqual([
      'member',
      'duplicate',
      'invalid',
    ])
    expect(verdictsOf(rows, {})[1]?.reason).toBe('The same address is in row 2.')
  })

  it('an invalid row does not make a later one a duplicate; leaving out a row frees its address', () => {
    const rows = [row({ line: 2, last_name: '' }), row({ line: 3 }), row({ line: 4 })]
    expect(verdictsOf(rows, {}).map(({ verdict }) => verdict)).toEqual(['invalid', 'ok', 'duplicate'])
    expect(verdictsOf(rows.slice(2), {})[0]?.verdict).toBe('ok')
  })

  it('two people of a file do not have one student ID; blank IDs and rows left out do not count', () => {
    const rows = [
      row({ line: 2, student_id: 'N-0042' }),
      row({ line: 3, email: 'ben@school.edu', student_id: ' n-0042' }),
      row({ line: 4, email: 'cai@school.edu', student_id: '' }),
      row({ line: 5, email: 'dee@school.edu', student_id: ' ' }),
    ]
    const said = verdictsOf(rows, { 'amy@school.edu': 'member' })
    expect(said.map(({ verdict }) => verdict)).toEqual(['member', 'duplicate', 'ok', 'ok'])
    expect(said[1]).toMatchObject({
      reason: 'The same student ID is in row 2.',
      fields: { student_id: 'The same student ID is in row 2.' },
    })
    expect(verdictsOf(rows.slice(1), {})[0]?.verdict).toBe('ok')
  })

  const emails = ['a@x.edu', 'b@x.edu', 'C@x.edu', 'c@x.edu ', 'no address', '']
  const anyRow = fc.record({
    line: fc.nat(),
    email: fc.constantFrom(...emails),
    first_name: fc.constantFrom('Amy', ''),
    last_name: fc.constant('Tan'),
    student_id: fc.string(),
    cohort: fc.constant(''),
    program: fc.constant(''),
    phone: fc.constant(''),
  })
  const anyFacts = fc.dictionary(
    fc.constantFrom('a@x.edu', 'b@x.edu', 'c@x.edu'),
    fc.constantFrom<InviteeFact>('member', 'invited', 'elsewhere'),
  )

  it('each row has one verdict; each address is ok at most once, and only if nothing is known of it', () => {
    fc.assert(
      fc.property(fc.array(anyRow), anyFacts, (rows, facts) => {
        const verdicts = verdictsOf(rows, facts)
        expect(verdicts).toHaveLength(rows.length)
        const sent = rows.filter((_, at) => verdicts[at]!.verdict === 'ok').map(rowEmail)
        expect(new Set(sent).size).toBe(sent.length)
        for (const email of sent) expect(facts[email]).toBeUndefined()
        expect(Object.values(countVerdicts(verdicts)).reduce((sum, count) => sum + count, 0)).toBe(
          rows.length,
        )
        for (const { verdict, reason } of verdicts) expect(reason === null).toBe(verdict === 'ok')
      }),
    )
  })

  it('the sent rows do not depend on the others', () => {
    fc.assert(
      fc.property(fc.array(anyRow), anyFacts, (rows, facts) => {
        const ok = rows.filter((_, at) => verdictsOf(rows, facts)[at]!.verdict === 'ok')
        expect(verdictsOf(ok, facts).every(({ verdict }) => verdict === 'ok')).toBe(true)
      }),
    )
  })

  it('handles addresses named like an inherited object property', () => {
    expect(verdictsOf([row({ email: 'constructor@x.edu' })], {})[0]?.verdict).toBe('ok')
  })
})

it('labels each row by the result of its job item', () => {
  expect(outcomeLabel({ status: 'done', code: null })).toBe('Sent')
  expect(outcomeLabel({ status: 'waiting', code: null })).toBe('Not sent')
  expect(outcomeLabel({ status: 'refused', code: 'member' })).toBe('Already member')
  expect(outcomeLabel({ status: 'failed', code: 'job.too_long' })).toBe('Not sent')
})

it('puts the rows that name no cohort into one, and leaves the others where they are', () => {
  const cohorts = ['', '  ', 'BSN Fall 2025'].map((cohort) => ({ cohort }))
  expect(fillCohort(cohorts, 'BSN Fall 2026').map(({ cohort }) => cohort)).toEqual([
    'BSN Fall 2026',
    'BSN Fall 2026',
    'BSN Fall 2025',
  ])
})

describe('rows above the headings of a file', () => {
  const header = ['Email', 'First name', 'Last name', 'Cohort']
  const student = ['zoe@x.example', 'Zoe', 'Hartman', 'A1']

  it('are skipped: a title, the date of the export, blank lines', () => {
    const above = [['Nursing students, Fall 2026'], ['Exported', '11/30/2026'], ['', '']]
    const { rows, problem } = readTable([...above, header, student])
    expect(problem).toBeNull()
    expect(rows).toMatchObject([{ line: 5, email: 'zoe@x.example', first_name: 'Zoe', cohort: 'A1' }])
    expect(headingsOf([...above, header, student])?.headings).toEqual(header)
  })

  it('are at most ten, so that no row of students is taken for headings', () => {
    const above = Array.from({ length: 10 }, (_, at) => [`Note ${at}`])
    expect(readTable([...above, header, student]).problem).toContain('must name the columns')
    expect(headingsOf([['Learner', 'Mail'], student])?.headings).toEqual(['Learner', 'Mail'])
  })
})
