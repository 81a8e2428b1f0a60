import { headingText, notificationText } from '#core/notification-texts.ts'
import { formatDate, formatRange, type PlainDate } from '#core/plain-date.ts'
import { howMany } from '#core/number-text.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import { asSentence } from '#core/sentence.ts'
import type { AgreementGapReason, ActingParty, PartnershipStatus } from './contract.ts'
import { type AgreementGap, agreementGapText, MAX_FILES } from './rules.ts'

type Party = ActingParty | null
/** Name of a party within a sentence; null means the platform. */
const partyWord = (party: Party): string =>
  party === null || party === 'platform' ? 'platform’s superadmin' : party
const long = (date: PlainDate): string => formatDate(date, 'long')
const statusPhrase = (status: PartnershipStatus): string => status.replaceAll('_', ' ')

/** A number of bytes as PostgreSQL writes it: "977 kB", "500 MB". */
function sizeWords(bytes: number): string {
  const kilobytes = Math.round(bytes / 1024)
  return kilobytes < 10_240 ? `${kilobytes} kB` : `${Math.round(bytes / 1_048_576)} MB`
}

const ask = (what: string) => `The ${what} Ask them.`

const uncovered = (reason: AgreementGapReason) =>
  conflict<Omit<AgreementGap, 'reason'>>((facts) => agreementGapText({ ...facts, reason }))

/** What people read when no agreement covers a shift. PostgreSQL raises the code, regardless of who writes the shift. */
export const agreementGapRefusals = {
  'cover.no_partnership': uncovered('no_partnership'),
  'cover.not_active': uncovered('not_active'),
  'cover.site_not_included': uncovered('site_not_included'),
  'cover.outside_dates': uncovered('outside_dates'),
  'cover.program_not_included': uncovered('program_not_included'),
  'cover.observation_only': uncovered('observation_only'),
  'cover.blackout': uncovered('blackout'),
  'cover.lead_time': uncovered('lead_time'),
  'cover.quota': uncovered('quota'),
  'cover.unit_quota': uncovered('unit_quota'),
} satisfies Record<`cover.${AgreementGapReason}`, unknown>

/** What people read when a step of a partnership is refused: code → text. */
export const partnershipRefusals = {
  'partnership.missing': notFound(() => 'We can’t find that partnership.'),
  'partnership.organization_decides': forbidden(
    () => 'This is decided by the administrators of the whole organization. Ask one of them.',
  ),
  'partnership.cover_of_others': forbidden(() => 'Only the school and the facility can ask for this.'),
  'partnership.old_version': conflict(
    () => 'Someone else just changed this partnership. Check it, then try again.',
  ),
  'partnership.not_now': conflict<{ status: PartnershipStatus }>(
    ({ status }) => `You can’t do that now: this partnership is ${statusPhrase(status)}.`,
  ),
  'partnership.others_do': forbidden<{ party: 'school' | 'facility' }>(
    ({ party }) => `Only the ${party} can do this.`,
  ),
  'partnership.say_why_for_others': invalid(
    () => 'You’re deciding for others, so give a reason. The school and the facility can both read it.',
    'reason',
  ),
  'partnership.say_why': invalid(() => 'Give a reason. The other party can read it.', 'reason'),
  'partnership.restore_over': conflict(
    () => 'A withdrawal can be undone only for 24 hours. Send a new request instead.',
  ),
  'partnership.open_already': conflict<{ status: PartnershipStatus }>(
    ({ status }) =>
      `There is already an open partnership with this organization: it is ${statusPhrase(status)}.`,
  ),
  'partnership.one_open': conflict(() => 'There is already an open partnership with this organization.'),
  'partnership.newer_open': conflict(
    () => 'There is already a newer open partnership with this organization.',
  ),
  'partnership.suspended_by': forbidden<{ party: Party }>(
    ({ party }) => `The ${partyWord(party)} suspended it. Only they can resume it.`,
  ),
  'partnership.ended_by': forbidden<{ party: Party }>(
    ({ party }) => `The ${partyWord(party)} ended it. Only they can undo that.`,
  ),
  'partnership.ends_already': conflict<{ ends_on: PlainDate }>(
    ({ ends_on: end }) =>
      `This partnership already ends on ${long(end)}. Undo that first to choose another day.`,
  ),
  'partnership.not_ending': conflict(() => 'This partnership is not ending.'),
  'partnership.notice': invalid<{ days: number; earliest: PlainDate }>(
    ({ days, earliest }) =>
      `The agreed notice is ${howMany(days, 'day')}, so the last day must be ${long(earliest)} or later.`,
    'ends_on',
  ),
  'partnership.leaves_shifts_out': conflict<{
    by: 'terms' | 'sites'
    count: number
    /** Planned days of capstone projects. */
    capstones?: number
    first: PlainDate
    last: PlainDate
  }>(({ by, count, capstones = 0, first, last }) => {
    const what = [
      count > 0 && howMany(count, 'shift'),
      capstones > 0 && howMany(capstones, 'capstone day'),
    ].filter(Boolean)
    const [when, them] = count + capstones === 1 ? [long(first), 'it'] : [formatRange(first, last), 'them']
    return `${what.join(' and ')} (${when}) would no longer be within the partnership. Cancel or move ${them} first, or ${by === 'terms' ? 'decline and agree on terms' : 'keep the sites'} that include ${them}.`
  }),
  'partnership.undecided': conflict<{ count: number; last_day: PlainDate }>(({ count, last_day: day }) =>
    count === 1
      ? `1 shift after ${long(day)} has no decision yet. Decide whether to keep or cancel it.`
      : `${count} shifts after ${long(day)} have no decision yet. Decide whether to keep or cancel each one.`,
  ),
  'partnership.school_moves': forbidden(
    () => 'Only the school can move its shifts to other facilities. Keep them by agreement, or cancel them.',
  ),
  'partnership.wrong_unit': conflict(
    () => 'Choose an open unit of another partner, of the same specialty, for each shift that moves.',
  ),
  'partnership.cannot_move': conflict<{ shift_id: string; what: string; date: PlainDate; why: string }>(
    ({ what, date, why }) => `${what} on ${long(date)}: ${why}`,
  ),
  'partnership.answer_first': conflict(() => 'The other party already proposed terms. Answer those first.'),
  'partnership.no_proposal': conflict(() => 'There are no terms to answer.'),
  'partnership.own_proposal': forbidden(() => 'The other party has to answer your proposal.'),
  'partnership.no_days': invalid(() => 'Fill in the agreement’s first and last day.'),
  'partnership.no_first_day': invalid(() => 'Fill in the first day.', 'effective_from'),
  'partnership.no_last_day': invalid(() => 'Fill in the last day.', 'effective_to'),
  'partnership.ends_before_it_begins': invalid(
    () => 'The agreement must not end before it begins.',
    'effective_to',
  ),
  'partnership.over_already': invalid(
    () => 'This agreement is already over. Choose a later last day.',
    'effective_to',
  ),
  'partnership.too_long': invalid(() => 'An agreement can last at most ten years.', 'effective_to'),
  'partnership.no_file': invalid(
    () =>
      'Add the signed agreement first (PDF): clinical days need it in writing. Observation alone does not.',
  ),
  'partnership.terms_agreed': conflict(
    () =>
      'Both parties agreed on these terms. Propose new ones: they apply once the other party accepts them.',
  ),
  'partnership.facility_decides': forbidden(() =>
    ask('facility decides on sites, seats, days and required credentials.'),
  ),
  'partnership.school_decides': forbidden(() => ask('school decides on its programs and its contact.')),
  'partnership.no_site': invalid(() => 'Choose at least one site, or all of them.', 'site_ids'),
  'partnership.foreign_site': invalid(() => 'One of the sites does not belong to this organization.'),
  'partnership.foreign_unit': invalid(() => 'One of the units does not belong to this organization.'),
  'partnership.foreign_program': conflict(() => 'One of the programs is not the school’s.'),
  'partnership.foreign_type': invalid(
    () => 'One of the credentials is neither Placewell’s nor this organization’s.',
    'required_credential_ids',
  ),
  'partnership.unit_twice': invalid(() => 'One of the units is in the list twice.'),
  'partnership.not_yours': forbidden(
    () => 'You can request for your own school, or invite for your own organization.',
  ),
  'partnership.id_taken': conflict(
    () => 'This was already saved with other values. Reload the page to see it.',
  ),
  'partnership.no_school': notFound(() => 'We can’t find that school.'),
  'partnership.no_organization': notFound(
    () => 'We can’t find that organization, or it is no longer active.',
  ),
  'partnership.no_more_files': conflict<{ status: PartnershipStatus }>(
    ({ status }) => `You can’t add files: this partnership is ${statusPhrase(status)}.`,
  ),
  'partnership.files_full': conflict(() => `A partnership can have at most ${MAX_FILES} files.`),
  'partnership.no_room_for_file': conflict<{
    party: 'school' | 'facility'
    quota: number
    kept: number
    size: number
  }>(
    ({ party, quota, kept, size }) =>
      `Your ${party === 'facility' ? 'organization' : 'school'} can store ${sizeWords(quota)} of agreements and has used ${sizeWords(kept)}; this file is ${sizeWords(size)}. Make it smaller, or write to us for more space.`,
  ),
}

/** The two parties of the partnership, who acted, and who reads the text. */
type Partnership = {
  school: string
  organization: string
  by: 'school' | 'facility' | 'platform' | 'system'
  reader: 'school' | 'facility'
  reason: string | null
}
type Span = { from: PlainDate; to: PlainDate }

const other = ({
  reader,
  school,
  organization,
}: Pick<Partnership, 'reader' | 'school' | 'organization'>): string =>
  reader === 'school' ? organization : school

/** What the other party did, or Placewell on behalf of a party. */
const did =
  (what: string) =>
  (partnership: Partnership): string =>
    partnership.by === 'platform'
      ? `${partnership.school} and ${partnership.organization}: Placewell ${what}`
      : `${other(partnership)}: ${what}`
const reasonOr =
  (sentence: string) =>
  ({ reason }: Partnership): string =>
    reason ?? sentence
const sentences = (...parts: (string | null | false)[]): string =>
  parts.flatMap((part) => (part ? asSentence(part) : [])).join(' ')

const reviewIt = 'Review it and answer: accept with an agreement, or decline with a reason.'

/** Notification texts: code → text. */
export const notificationTexts = {
  'partnership.requested': notificationText(did('requested a partnership'), reasonOr(reviewIt)),
  'partnership.offered': notificationText(did('invites you to a partnership'), reasonOr(reviewIt)),
  'partnership.withdrawn': notificationText(
    did('withdrew the request'),
    reasonOr('You do not need to do anything.'),
  ),
  'partnership.restored': notificationText(did('asks again'), () => 'The request is open again.'),
  'partnership.under_review': notificationText(
    did('is looking at your request'),
    reasonOr('You will be notified when it is decided.'),
  ),
  'partnership.accepted': notificationText<Partnership & Span>(
    did('accepted the partnership'),
    ({ from, to, reason }) =>
      `It runs from ${long(from)} to ${long(to)}. ${reason ?? 'Shifts in this period can be submitted now.'}`,
  ),
  'partnership.declined': notificationText(did('declined the partnership'), reasonOr('')),
  'partnership.suspended': notificationText<Partnership>(did('suspended the partnership'), ({ reason }) =>
    sentences(reason, 'No new shifts can be submitted until it is resumed.'),
  ),
  'partnership.resumed': notificationText(
    did('resumed the partnership'),
    reasonOr('Shifts can be submitted again.'),
  ),
  'partnership.ending': notificationText<
    Partnership & { last_day: PlainDate; kept: number; canceled: number; moved?: number }
  >(did('ends the partnership'), ({ reason, last_day, kept, canceled, moved = 0 }) => {
    const later = [
      kept > 0 && `${kept} ${kept === 1 ? 'is' : 'are'} kept`,
      canceled > 0 && `${canceled} will be canceled`,
      moved > 0 && `${moved} ${moved === 1 ? 'moves' : 'move'} elsewhere`,
    ].filter((part) => part !== false)
    return sentences(
      reason,
      `The last day is ${long(last_day)}.`,
      later.length > 0 && `Of the shifts after that day, ${new Intl.ListFormat('en').format(later)}.`,
    )
  }),
  'partnership.continued': notificationText<Partnership>(did('continues the partnership'), ({ reason }) =>
    sentences(reason, 'It does not end, and no shift is canceled.'),
  ),
  'partnership.ended': notificationText<Partnership & { last_day: PlainDate; canceled: number }>(
    did('the partnership has ended'),
    ({ last_day, canceled }) =>
      sentences(
        `Its last day was ${long(last_day)}.`,
        canceled > 0 && `${canceled} later ${canceled === 1 ? 'shift was' : 'shifts were'} canceled.`,
      ),
  ),
  /** The heading above one person's canceled shifts. */
  'partnership.shifts_canceled': headingText<{ organization: string }>(
    ({ organization }) => `The partnership with ${organization} has ended`,
  ),
  /** The heading above one person's moved shifts. */
  'partnership.shifts_moved': headingText<{ organization: string }>(
    ({ organization }) => `The partnership with ${organization} ends: shifts move`,
  ),
  'partnership.terms_proposed': notificationText<Partnership & Span>(
    did('proposes new terms'),
    ({ from, to, reason }) =>
      `From ${long(from)} to ${long(to)}. ${reason ?? 'Accept them, or say why not.'}`,
  ),
  'partnership.terms_accepted': notificationText(
    did('accepted the new terms'),
    reasonOr('They apply from now on.'),
  ),
  'partnership.terms_declined': notificationText(
    did('declined the new terms'),
    reasonOr('The terms stay as they are.'),
  ),
  'partnership.changed': notificationText(
    did('changed the partnership'),
    reasonOr('Check sites, seats, days and required credentials.'),
  ),
  'partnership.renewed': notificationText(
    did('the agreement was renewed for a year'),
    () => 'No one gave notice, so the agreement renews automatically.',
  ),
  'partnership.expired': notificationText(
    did('the agreement has expired'),
    () => 'No shifts can be submitted until new terms are agreed on.',
  ),
  'partnership.expiring': notificationText<
    Pick<Partnership, 'reader' | 'school' | 'organization'> & { days: number; last_day: PlainDate }
  >(
    (agreement) =>
      `The agreement with ${other(agreement)} ends in ${agreement.days} ${agreement.days === 1 ? 'day' : 'days'}`,
    ({ last_day }) =>
      `Its last day is ${long(last_day)}. Propose new terms in time: shifts after it cannot be submitted.`,
  ),
}
