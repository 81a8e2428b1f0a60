import { refusal } from '#core/refusal.ts'
import { type SignUpRole, signUpRoles } from '#core/roles.ts'

/** The school or facility a person wants to join, as the sign-up form has it. */
export type WantedTenant = { school_id: string; join_code: string; facility_id: string; tenant_name: string }

/** The form field and message for what is missing about the wanted school or facility. */
export const missingTenants = {
  'signup.proctor_school': { field: 'school_id', text: 'Proctor role requires a school ID' },
  'signup.choose_school': { field: 'school_id', text: 'Choose your school from the list.' },
  'signup.name_school': { field: 'school_id', text: 'Choose your school, or type the name of a new one.' },
  'signup.name_facility': {
    field: 'facility_id',
    text: 'Choose your facility, or type the name of a new one.',
  },
} as const satisfies Record<string, { field: keyof WantedTenant; text: string }>

/** What was found of the wanted school or facility. */
export type FoundTenant = { school_id: string | null; has_code: boolean; facility_id: string | null }

/**
 * Why a person of this role cannot join this school or facility, or null (Spec §5):
 * a proctor needs a school id, a student a school and its join code, an
 * administrator an existing school or facility or the name of a new one.
 */
export function tenantBlocker(role: SignUpRole, tenant: WantedTenant, found: FoundTenant) {
  const has = (field: keyof WantedTenant) => tenant[field].trim() !== ''
  switch (role) {
    case 'proctor':
      if (!has('school_id')) return refusal('signup.proctor_school')
      return found.school_id === null ? refusal('signup.invalid_school') : null
    case 'student':
      if (found.school_id === null) return refusal('signup.choose_school')
      return found.has_code ? null : refusal('signup.wrong_code')
    case 'school_admin':
      if (has('school_id')) return found.school_id === null ? refusal('signup.school_not_found') : null
      return has('tenant_name') ? null : refusal('signup.name_school')
    case 'facility_admin':
      if (has('facility_id')) return found.facility_id === null ? refusal('signup.facility_not_found') : null
      return has('tenant_name') ? null : refusal('signup.name_facility')
  }
}

/** The name of the new school or facility that an administrator signs up for; null if they chose an existing one, and for other roles. */
export function newTenantName(
  role: string | undefined,
  wanted: { [Field in keyof WantedTenant]?: string | undefined },
): string | null {
  const chosen = { school_admin: wanted.school_id ?? '', facility_admin: wanted.facility_id ?? '' }[
    role ?? ''
  ]
  return chosen?.trim() === '' ? wanted.tenant_name?.trim() || null : null
}

/** Hours until a one-time link expires (Spec §9). */
export const linkHours = { verify_email: 24, change_email: 24, reset_password: 1 } as const

/** True if this person may get a link of this kind; an address is verified only once. */
export const mayGetLink = (
  person: { status: string; email_verified: boolean },
  kind: 'verify_email' | 'reset_password',
) => person.status !== 'deactivated' && (kind === 'reset_password' || !person.email_verified)

type FoundLink = { is_over: boolean; status: string } | undefined

/** Why a link cannot reset a password, or null (Spec §8); a used link is not found. */
export function resetLinkBlocker(link: FoundLink) {
  if (!link) return refusal('reset.not_valid')
  if (link.is_over) return refusal('reset.expired')
  return link.status === 'deactivated' ? refusal('reset.no_account') : null
}

/** Why a link cannot verify an address, or null. */
export const verificationBlocker = (link: FoundLink) =>
  !link || link.is_over || link.status === 'deactivated' ? refusal('link.not_valid') : null

/** The page of those who decide on a new request: at their school or facility, or the superadmin's if there is no one else. */
export function approvalPage(role: string, hasApprovers: boolean): string {
  const page = role === 'facility_admin' ? '/facility/users' : '/school/students'
  return `${hasApprovers ? page : '/admin/users'}?view=approvals`
}

/**
 * Who decides on a person of this role: administrators of the school or facility; only
 * a school's super admins decide on another of its administrators.
 */
export function approvingParty(role: string): 'school' | 'super_admins' | 'facility' {
  if (role === 'facility_admin') return 'facility'
  return role === 'school_admin' ? 'super_admins' : 'school'
}

/** Why a request cannot be sent again, or null: it must be returned, and unchanged since its applicant read it. */
export const resubmitBlocker = (request: { status: string; version: number } | undefined, version: number) =>
  request?.status === 'returned' && request.version === version ? null : refusal('signup.changed')

/** What is missing about the wanted school or facility, by field, before looking it up: the form shows it immediately. */
export function tenantProblems(
  role: SignUpRole,
  tenant: WantedTenant,
): Partial<Record<keyof WantedTenant, string>> {
  const has = (field: keyof WantedTenant) => tenant[field].trim() !== ''
  // As if everything that was named existed.
  const named = (field: keyof WantedTenant) => (has(field) ? tenant[field] : null)
  const found = { school_id: named('school_id'), has_code: true, facility_id: named('facility_id') }
  const refused = tenantBlocker(role, tenant, found)
  const texts: Partial<Record<string, { field: string; text: string }>> = missingTenants
  const missing = refused && texts[refused.code]
  return {
    ...(missing && { [missing.field]: missing.text }),
    ...(role === 'student' &&
      !has('join_code') && { join_code: 'Enter the join code that your school gave you.' }),
  }
}

/** The maximum password length, which bounds the work for server and browser. */
export const passwordMaxLength = 128

/** What a new password is checked against: the installation's minimum, and words related to the person. */
export type PasswordContext = { minLength: number; email?: string; fullName?: string }

export type PasswordHint = { id: 'length' | 'words' | 'pattern'; text: string; ok: boolean }

/**
 * The hints below the password field (Spec §5 gives no rule; sign-in design E4): minimum and maximum
 * length in characters, no words of the person or the product, no repetition. No composition rules.
 */
export function passwordHints(password: string, context: PasswordContext): PasswordHint[] {
  const length = lengthOf(password)
  const word = contextWords(context).find((each) => fold(password).includes(each))
  return [
    {
      id: 'length',
      text:
        length > passwordMaxLength
          ? `At most ${passwordMaxLength} characters`
          : `At least ${context.minLength} characters; a few words in a row are easy to remember`,
      ok: length >= context.minLength && length <= passwordMaxLength,
    },
    {
      id: 'words',
      text: 'Without your name, your email address or the word “placewell”',
      ok: length > 0 && word === undefined,
    },
    {
      id: 'pattern',
      text: 'Not a common or repetitive password',
      ok: length > 0 && !isPattern(password),
    },
  ]
}

/** Why a password may not be used, as one sentence for its field, or null (leaked ones are found by range). */
export function passwordProblem(password: string, context: PasswordContext): string | null {
  const length = lengthOf(password)
  if (length === 0) return 'Choose a password.'
  if (length < context.minLength) return `Use at least ${context.minLength} characters.`
  if (length > passwordMaxLength) return `Use at most ${passwordMaxLength} characters.`
  const missed = passwordHints(password, context).find((hint) => !hint.ok)
  if (missed?.id === 'words') return 'Leave out your name, your email address and the word “placewell”.'
  if (missed?.id === 'pattern')
    return 'This is just a repeat or a sequence. Choose something less predictable.'
  return null
}

/**
 * The forms of a password to look up among common passwords: the password itself, in lower case, its repeated
 * unit, and the part between leading and trailing digits and signs ("Password2026!!" is "password").
 */
export function commonForms(password: string): string[] {
  const lower = fold(password)
  const core = lower.replace(/^[^a-z]+|[^a-z]+$/g, '')
  const forms = [
    password.normalize('NFC'),
    lower,
    repeatedUnit(lower),
    ...(core.length >= 4 ? [core, repeatedUnit(core)] : []),
  ]
  return [...new Set(forms)]
}

function lengthOf(text: string): number {
  return [...text.normalize('NFC')].length
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

/** Words of four letters or more: shorter ones ("Li", "com") occur in too many good passwords. */
function contextWords({ email = '', fullName = '' }: PasswordContext): string[] {
  const [local = '', domain = ''] = fold(email).split('@')
  const parts = [
    ...fold(fullName).split(/[^\p{L}\p{N}]+/u),
    ...local.split(/[^\p{L}]+/u),
    local,
    domain.split('.')[0] ?? '',
  ]
  return ['placewell', ...parts.filter((part) => lengthOf(part) >= 4)]
}

function isPattern(password: string): boolean {
  const lower = fold(password)
  if (lower.length < 6) return false
  return repeatedUnit(lower).length < 6 || isRun(lower)
}

/** "abcabcab" repeats "abc"; a text that repeats nothing is its own unit. */
function repeatedUnit(text: string): string {
  for (let size = 1; size <= text.length / 2; size++) {
    const unit = text.slice(0, size)
    if (unit.repeat(Math.ceil(text.length / size)).startsWith(text)) return unit
  }
  return text
}

/** True if nearly all characters count up or down: "123456789012345", "abcdefghijklmno". */
function isRun(text: string): boolean {
  const codes = [...text].map((sign) => sign.codePointAt(0)!)
  const steps = codes.slice(1).map((code, index) => code - codes[index]!)
  const even = (wanted: number) => steps.filter((step) => step === wanted || step === wanted * -9).length
  return Math.max(even(1), even(-1)) >= steps.length * 0.8
}

/** The dashboard that /dashboard/{name} opens for the superadmin, who passes every check (Spec §2, §6). */
export function dashboardFor(name: string | undefined): string {
  return ['student', 'facility', 'school'].includes(name ?? '') ? `/${name}/dashboard` : '/admin/dashboard'
}

const browsers: readonly [sign: RegExp, name: string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [sign: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

/** A readable name for a browser from its user agent: "Firefox on Windows". */
export function deviceName(userAgent: string | null): string {
  const find = (list: typeof browsers) => list.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ')
}

/** Why sign-up for a role is closed at present, or null; people of every role can be invited. */
export function closedBlocker(role: string, open: readonly SignUpRole[]) {
  const known = signUpRoles.find((each) => each === role)
  return known && !open.includes(known) ? refusal('signup.closed', { role: known }) : null
}
