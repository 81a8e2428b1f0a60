import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  approvalPage,
  closedBlocker,
  approvingParty,
  commonForms,
  dashboardFor,
  deviceName,
  mayGetLink,
  passwordHints,
  passwordProblem,
  tenantProblems,
  newTenantName,
  tenantBlocker,
  resetLinkBlocker,
  resubmitBlocker,
  verificationBlocker,
} from './rules.ts'

const context = { minLength: 15, email: 'jenna.park@lakeshore.example', fullName: 'Jenna Li Park' }

describe('a new password', () => {
  it.each([
    ['correct horse battery', null],
    ['  spaces count too  ', null],
    ['Ünïcödé passwörter', null],
    ['li was here before me', null],
    ['', 'Choose a password.'],
    ['fourteen chars', 'Use at least 15 characters.'],
    ['👩‍⚕️👩‍⚕️', 'Use at least 15 characters.'],
    ['x1y2'.repeat(33), 'Use at most 128 characters.'],
    ['I am Jenna the nurse', 'Leave out your name, your email address and the word “placewell”.'],
    ['lakeshore forever ok', 'Leave out your name, your email address and the word “placewell”.'],
    ['PlaceWell demo 2026', 'Leave out your name, your email address and the word “placewell”.'],
    ['aaaaaaaaaaaaaaaaaa', 'This is just a repeat or a sequence. Choose something less predictable.'],
    ['abcabcabcabcabcab', 'This is just a repeat or a sequence. Choose something less predictable.'],
    ['123456789012345678', 'This is just a repeat or a sequence. Choose something less predictable.'],
    ['zyxwvutsrqponmlkji', 'This is just a repeat or a sequence. Choose something less predictable.'],
  ])('%j: %j', (password, problem) => {
    expect(passwordProblem(password, context)).toBe(problem)
  })

  it('counts characters after normalization, so both ways to type an accent count the same', () => {
    expect(passwordProblem('é'.normalize('NFD') + 'crire la nuit', context)).toBe(
      'Use at least 15 characters.',
    )
  })

  it('takes the minimum from the installation', () => {
    expect(passwordProblem('nine char', { minLength: 8 })).toBeNull()
  })

  it('has a problem exactly when a hint is not met', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 140, unit: 'grapheme' }), (password) => {
        expect(passwordProblem(password, context) === null).toBe(
          passwordHints(password, context).every((hint) => hint.ok),
        )
      }),
    )
  })
})

describe('the forms looked up among common passwords', () => {
  it.each([
    ['Password2026!!', 'password'],
    ['passwordpassword', 'password'],
    ['  Sunshine 1234', 'sunshine'],
    ['123456', '123456'],
  ])('%j includes %j', (password, form) => {
    expect(commonForms(password)).toContain(form)
  })
})

describe('a wanted school or facility', () => {
  const none = { school_id: ' ', join_code: '', facility_id: '', tenant_name: '' }
  it.each([
    ['proctor', none, { school_id: 'Proctor role requires a school ID' }],
    ['proctor', { ...none, school_id: 'x' }, {}],
    [
      'student',
      none,
      {
        school_id: 'Choose your school from the list.',
        join_code: 'Enter the join code that your school gave you.',
      },
    ],
    ['student', { ...none, school_id: 'x', join_code: 'y' }, {}],
    ['school_admin', none, { school_id: 'Choose your school, or type the name of a new one.' }],
    ['school_admin', { ...none, tenant_name: 'New' }, {}],
    ['facility_admin', none, { facility_id: 'Choose your facility, or type the name of a new one.' }],
    ['facility_admin', { ...none, facility_id: 'x' }, {}],
  ] as const)('for a %s: %j → %j', (role, tenant, problems) => {
    expect(tenantProblems(role, tenant)).toEqual(problems)
  })
})

describe('a school or facility that was looked up', () => {
  const none = { school_id: '', join_code: '', facility_id: '', tenant_name: '' }
  const nothing = { school_id: null, has_code: false, facility_id: null }
  const school = { ...nothing, school_id: 's' }
  const typed = { ...none, tenant_name: 'New' }
  const named = { ...typed, school_id: 's', facility_id: 'f' }
  it.each([
    ['proctor', none, nothing, 'signup.proctor_school'],
    ['proctor', named, nothing, 'signup.invalid_school'],
    ['proctor', named, school, undefined],
    ['student', named, nothing, 'signup.choose_school'],
    ['student', named, school, 'signup.wrong_code'],
    ['student', named, { ...school, has_code: true }, undefined],
    ['school_admin', named, nothing, 'signup.school_not_found'],
    ['school_admin', named, school, undefined],
    ['school_admin', typed, nothing, undefined],
    ['school_admin', none, nothing, 'signup.name_school'],
    ['facility_admin', named, nothing, 'signup.facility_not_found'],
    ['facility_admin', named, { ...nothing, facility_id: 'f' }, undefined],
    ['facility_admin', typed, nothing, undefined],
    ['facility_admin', none, nothing, 'signup.name_facility'],
  ] as const)('for a %s: %j among %j → %s', (role, wanted, found, code) => {
    expect(tenantBlocker(role, wanted, found)?.code).toBe(code)
  })
  it.each([
    ['school_admin', { ...none, tenant_name: ' New ' }, 'New'],
    ['school_admin', { ...typed, school_id: ' ' }, 'New'],
    ['school_admin', { ...none, tenant_name: ' ' }, null],
    ['school_admin', {}, null],
    ['school_admin', named, null],
    ['school_admin', { ...named, school_id: '' }, 'New'],
    ['facility_admin', { ...named, facility_id: '' }, 'New'],
    ['facility_admin', named, null],
    ['student', typed, null],
    ['proctor', typed, null],
    [undefined, typed, null],
  ] as const)('for a %s who asks for %j the new one is named %s', (role, wanted, name) => {
    expect(newTenantName(role, wanted)).toBe(name)
  })
})

it.each([
  [{ status: 'returned', version: 2 }, null],
  [{ status: 'returned', version: 3 }, 'signup.changed'],
  [{ status: 'pending', version: 2 }, 'signup.changed'],
  [undefined, 'signup.changed'],
])('resubmitting version 2 of a request %j: %s', (request, code) => {
  expect(resubmitBlocker(request, 2)?.code ?? null).toBe(code)
})

it.each([
  [undefined, 'reset.not_valid', 'link.not_valid'],
  [{ is_over: true, status: 'active' }, 'reset.expired', 'link.not_valid'],
  [{ is_over: false, status: 'deactivated' }, 'reset.no_account', 'link.not_valid'],
  [{ is_over: false, status: 'pending' }, null, null],
])('a link %j resets a password: %s, verifies an address: %s', (link, resets, verifies) => {
  expect(resetLinkBlocker(link)?.code ?? null).toBe(resets)
  expect(verificationBlocker(link)?.code ?? null).toBe(verifies)
})

it.each([
  [{ status: 'deactivated', email_verified: false }, false, false],
  [{ status: 'pending', email_verified: false }, true, true],
  [{ status: 'active', email_verified: true }, false, true],
])('%j gets a link to verify: %s, to reset: %s', (person, verify, reset) => {
  expect(mayGetLink(person, 'verify_email')).toBe(verify)
  expect(mayGetLink(person, 'reset_password')).toBe(reset)
})

it('links to the page of those who decide', () => {
  expect(approvalPage('student', true)).toBe('/school/students?view=approvals')
  expect(approvalPage('facility_admin', true)).toBe('/facility/users?view=approvals')
  expect(approvalPage('facility_admin', false)).toBe('/admin/users?view=approvals')
  expect(['student', 'proctor', 'school_admin', 'facility_admin'].map(approvingParty)).toEqual([
    'school',
    'school',
    'super_admins',
    'facility',
  ])
})

describe('a device', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140 Mobile Safari/604.1',
      'Chrome on iPhone',
    ],
    ['curl/8', 'A browser'],
    [null, 'A browser'],
  ])('%j is %j', (agent, name) => {
    expect(deviceName(agent)).toBe(name)
  })
})

it.each([
  ['student', '/student/dashboard'],
  ['school', '/school/dashboard'],
  ['facility', '/facility/dashboard'],
  ['admin', '/admin/dashboard'],
  [undefined, '/admin/dashboard'],
  ['..', '/admin/dashboard'],
])('/dashboard/%s means %s to the superadmin', (name, path) => {
  expect(dashboardFor(name)).toBe(path)
})

it.each([
  ['student', ['student', 'proctor'], null],
  ['facility_admin', ['student'], 'signup.closed'],
  ['student', [], 'signup.closed'],
  // A role that is not for sign-up is refused by another rule.
  ['superadmin', [], null],
] as const)('signing up as %s while open roles are %j', (role, open, code) => {
  expect(closedBlocker(role, open)?.code ?? null).toBe(code)
})
