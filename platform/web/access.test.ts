import { describe, expect, it } from 'vitest'
import { pathAfterSignIn, decide, pendingPath, safeReturn, type SignedIn } from './access.ts'
import { isLoadFailure, reloadOnce } from './load-failure.ts'

const person = (role: SignedIn['role'], changes: Partial<SignedIn> = {}): SignedIn => ({
  role,
  isPreceptor: false,
  status: 'active',
  email_verified: true,
  ...changes,
})

describe('route guarding (Spec §2)', () => {
  it('opens public pages to anyone', () => expect(decide('public', null, '/faq')).toBe('open'))
  it('sends a visitor to sign in and remembers the origin', () =>
    expect(decide('any', null, '/shifts?week=3')).toEqual({ to: '/login', from: '/shifts?week=3' }))
  it('sends a role that is not allowed to its own dashboard', () =>
    expect(decide([], person('student'), '/admin/users')).toEqual({ to: '/student/dashboard' }))
  it('lets the superadmin pass every check', () =>
    expect(decide(['student'], person('superadmin'), '/')).toBe('open'))
  it('lets a preceptor in, but no facility admin without the permission', () => {
    expect(decide(['preceptor'], person('facility_admin', { isPreceptor: true }), '/')).toBe('open')
    expect(decide(['preceptor'], person('facility_admin'), '/')).toEqual({ to: '/facility/dashboard' })
  })
  it('keeps people awaiting approval on their page', () => {
    for (const role of ['student', 'proctor'] as const)
      expect(decide('any', person(role, { status: 'pending' }), '/')).toEqual({
        to: '/student-pending-approval',
      })
    for (const role of ['school_admin', 'facility_admin'] as const)
      expect(pendingPath(role)).toBe('/school-admin-pending')
  })
})

describe('the remembered origin', () => {
  it('is a path of this product', () =>
    expect(safeReturn('/school/students?view=x')).toBe('/school/students?view=x'))
  for (const elsewhere of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    '/login?from=/x',
  ])
    it(`is never ${elsewhere || 'empty'}`, () => expect(safeReturn(elsewhere)).toBeUndefined())
})

describe('after signing in', () => {
  const invitation = '/accept-student-invitation?token=abc'
  it('a member goes where they came from, else to their dashboard', () => {
    expect(pathAfterSignIn(person('student'), '/shifts?week=3')).toBe('/shifts?week=3')
    expect(pathAfterSignIn(person('student'), undefined)).toBe('/student/dashboard')
    expect(pathAfterSignIn(person('student'), '//evil.example')).toBe('/student/dashboard')
  })
  it('someone awaiting approval goes back to the invitation they came from, and nowhere else', () => {
    for (const status of ['pending', 'returned', 'declined']) {
      expect(pathAfterSignIn(person('student', { status }), invitation)).toBe(invitation)
      expect(pathAfterSignIn(person('facility_admin', { status }), '/accept-invitation?token=abc')).toBe(
        '/accept-invitation?token=abc',
      )
      for (const from of [undefined, '/shifts', '/accept-shifts', '//accept-invitation', '/login?from=/x'])
        expect(pathAfterSignIn(person('student', { status }), from)).toBe('/student-pending-approval')
    }
  })
})

describe('route-load retry (Spec §4)', () => {
  const storage = () => {
    const kept = new Map<string, string>()
    return {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    } as Storage
  }
  it('reloads once; the second time clears the flag and does not reload', () => {
    const session = storage()
    let reloads = 0
    const attempt = () => reloadOnce(session, () => void reloads++)
    expect([attempt(), attempt(), attempt()]).toEqual([true, false, true])
    expect(reloads).toBe(2)
  })
  it('tells a failed module load from other errors', () => {
    expect(isLoadFailure(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))).toBe(
      true,
    )
    expect(isLoadFailure(new Error('Cannot read properties of undefined'))).toBe(false)
  })
})
