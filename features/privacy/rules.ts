import { addDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import { endStates, standingStates, type ShiftStatus } from '#core/shift-statuses.ts'
import type { DisclosedField, MaskReason, ReleaseState, RosterRow, SeenAs } from './contract.ts'

/** The text that students agree to. Any change is a new version; a student who agreed to an older one keeps that one. */
export const releaseText = {
  version: '2026-11',
  title: 'Release of information to clinical sites',
  who: 'The people who run the units where I am placed, and my preceptors, at the places I choose below.',
  what: [
    'my name, my program and year, my school',
    'the dates and times of my shifts there',
    'whether I am cleared for them: yes or no, never the documents',
    'my emergency contact, on the day of a shift only',
  ],
  why: 'So that the site can prepare badges and access and reach someone in an emergency. It may not be used for anything else or shared further.',
  when: 'From some weeks before an approved shift until some weeks after it, as the site has set: six and two unless it says otherwise.',
  rights:
    'I need not agree: then the site sees a number instead of my name, and my school may have to place me differently. I can revoke at any time; nothing more is shown from that moment. Everything shown is listed on my profile.',
} as const

/** A release is valid for at most this many days. */
export const MAX_RELEASE_DAYS = 1830

/** Stored instead of a text's version if the student signed on paper. */
export const PAPER_VERSION = 'paper'

/** Why a release can't be given, or null: it was signed after today, or ends before today or too late. */
export function releaseBlocker(
  { signedOn, expiresOn }: { signedOn: PlainDate | null; expiresOn: PlainDate },
  today: PlainDate,
) {
  if (signedOn !== null && signedOn > today) return refusal('release.signed_later')
  const isTooLate = expiresOn > addDays(today, MAX_RELEASE_DAYS)
  return expiresOn < today || isTooLate ? refusal('release.wrong_end') : null
}

type Masked = {
  shift_status: ShiftStatus
  today: PlainDate
  /** The first and last day on which names are shown. */
  opens_on: PlainDate
  closes_on: PlainDate
  has_release: boolean
}

/** Why a student's name is masked for a facility. PostgreSQL decides whether it is (app.roster_as_facility). */
export function maskReason({
  shift_status: status,
  today,
  opens_on,
  closes_on,
  has_release,
}: Masked): MaskReason {
  if (endStates.includes(status)) return 'called_off'
  if (!standingStates.includes(status)) return 'not_approved'
  if (today < opens_on) return 'too_early'
  if (today > closes_on) return 'too_late'
  return has_release ? 'read_only' : 'no_release'
}

/** Why a name is masked and what to do next, for people at a facility. */
export function maskWords(
  because: MaskReason,
  { opensOn, schoolName }: { opensOn: PlainDate; schoolName: string },
): { why: string; next: string } {
  const words: Record<MaskReason, { why: string; next: string }> = {
    not_approved: {
      why: 'Names are shown once the shift is approved.',
      next: `Answer ${schoolName}’s request first.`,
    },
    called_off: { why: 'This shift does not take place.', next: 'Nothing to do.' },
    too_early: {
      why: `Names are shown from ${formatDate(opensOn)} on.`,
      next: 'Come back then. Your organization’s settings say how many days before a shift that is.',
    },
    too_late: {
      why: 'This shift ended too long ago to show names.',
      next: `Ask ${schoolName} if you still need one.`,
    },
    no_release: {
      why: 'Names are shown once students release them to you.',
      next: `Ask ${schoolName}: they can ask the student for a release.`,
    },
    read_only: {
      why: 'Every view of a name is logged, and your access is read-only.',
      next: 'Act with “Look and change”, or ask the person to look.',
    },
  }
  return words[because]
}

/** Why some students on a sheet are shown by number, and what to do next: once for each reason (decision 023). */
export const maskedWords = (
  roster: readonly Pick<RosterRow, 'masked_because' | 'opens_on' | 'school_name'>[],
): string[] =>
  [...Map.groupBy(roster, (row) => row.masked_because)].flatMap(([because, rows]) => {
    if (because === null) return []
    const { opens_on: opensOn, school_name: schoolName } = rows[0]!
    const { why, next } = maskWords(because, { opensOn, schoolName })
    return [`${rows.length} by number. ${why} ${next}`]
  })

/** Labels of the fields shown. */
export const fieldLabels: Record<DisclosedField, string> = {
  name: 'name',
  level: 'program and year',
  school: 'school',
  dates: 'shift',
  clearance: 'cleared or not',
  emergency_contact: 'emergency contact',
  credentials: 'credential passport',
}

/** Labels of the roles in which someone saw it. */
export const seenAsLabels: Record<SeenAs, string> = {
  facility_admin: 'Facility',
  preceptor: 'Preceptor',
  superadmin: 'Placewell support',
  link: 'By the link',
}

/** Labels of the states of a release. */
export const releaseStateLabels: Record<ReleaseState, string> = {
  in_force: 'In force',
  revoked: 'Revoked',
  expired: 'Ended',
}

/** "MJC" for Modesto Junior College: the first four capital initials of its words; S if there are none. */
export const schoolInitials = (name: string): string =>
  name
    .split(/[^A-Za-z]+/)
    .filter((word) => /^[A-Z]/.test(word))
    .slice(0, 4)
    .map(([first]) => first)
    .join('') || 'S'

/** What a facility calls a student on a shift: the name if released, otherwise MJC-3. */
export const rosterLabel = (row: { label: string | null; school_name: string; number: number }): string =>
  row.label ?? `${schoolInitials(row.school_name)}-${row.number}`
