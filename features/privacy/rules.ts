import { addDays, formatDate, isWithin, type PlainDate } from '#core/plain-date.ts'
import type { DisclosedField, MaskReason, ReleaseState, SeenAs } from './contract.ts'

/** The text that students agree to. A changed word is a new version: whoever agreed to the older one keeps that one. */
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
  why: 'So that the site knows who comes, prepares badges and access, and can reach somebody in an emergency. For nothing else, and nobody there may pass it on.',
  when: 'From some weeks before an approved shift until some weeks after it, as the site has set: six and two unless it says otherwise.',
  rights:
    'I need not agree: then the site sees a number instead of my name, and my school may have to place me differently. I can revoke at any time; nothing more is shown from that moment. Everything shown is listed on my profile.',
} as const

/** A release is given for so many days at most; app.keep_release holds it. */
export const RELEASE_MOST_DAYS = 1830

/** Stands in place of a text's version where the student signed on paper. */
export const PAPER_VERSION = 'paper'

const APPROVED = ['approved', 'published', 'full', 'in_progress', 'completed', 'closed']
const CALLED_OFF = ['declined', 'expired', 'withdrawn', 'cancelled']

export type SightFacts = {
  status: string
  /** The shift's day, and the day on which it ends; both at the site. */
  date: PlainDate
  lastDate: PlainDate
  today: PlainDate
  /** The organization's window around the shift, in days. */
  before: number
  after: number
  /** Does a release in force cover the place? */
  hasRelease: boolean
  /** Can the look be written down? What cannot is not shown. */
  isLogged: boolean
}

/** What a facility sees of a student on a shift: why the name is masked, or null, and whether the emergency contact is shown; app.facility_sight is the same in SQL (domain 2.20). */
export function sightOf(facts: SightFacts): {
  maskedBecause: MaskReason | null
  showsEmergencyContact: boolean
} {
  const maskedBecause = maskOf(facts)
  return {
    maskedBecause,
    showsEmergencyContact: maskedBecause === null && isWithin(facts.today, facts.date, facts.lastDate),
  }
}

function maskOf({ status, date, today, before, after, hasRelease, isLogged }: SightFacts): MaskReason | null {
  if (CALLED_OFF.includes(status)) return 'called_off'
  if (!APPROVED.includes(status)) return 'not_approved'
  if (today < addDays(date, -before)) return 'too_early'
  if (today > addDays(date, after)) return 'too_late'
  if (!hasRelease) return 'no_release'
  return isLogged ? null : 'read_only'
}

/** "MJC" of Modesto Junior College: the capitals that its words begin with, four at most; app.school_initials is the same in SQL. */
export function schoolInitials(name: string): string {
  const capitals = name.split(/[^A-Za-z]+/).filter((word) => /^[A-Z]/.test(word))
  return capitals.map((word) => word[0]).slice(0, 4).join('') || 'S' // prettier-ignore
}

/** Why a name is masked and what to do next, for the people of a facility. */
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
      why: 'The shift is over for longer than names are shown.',
      next: `Ask ${schoolName} if you still need one.`,
    },
    no_release: {
      why: 'The student has not agreed that you are told the name.',
      next: `Ask ${schoolName}: they can ask the student for a release.`,
    },
    read_only: {
      why: 'Every look at a name is logged, and you are looking read-only.',
      next: 'Act with writes allowed, or ask the person to look.',
    },
  }
  return words[because]
}

/** What was shown, as people read it. */
export const fieldLabels: Record<DisclosedField, string> = {
  name: 'name',
  level: 'program and year',
  school: 'school',
  dates: 'shift',
  clearance: 'cleared or not',
  emergency_contact: 'emergency contact',
}

/** In which role somebody looked. */
export const seenAsLabels: Record<SeenAs, string> = {
  facility_admin: 'Facility',
  preceptor: 'Preceptor',
  superadmin: 'Placewell support',
}

/** States of a release as people read them. */
export const releaseStateLabels: Record<ReleaseState, string> = {
  in_force: 'In force',
  revoked: 'Revoked',
  expired: 'Ended',
}
