import { headingText, notificationText } from '#core/notification-texts.ts'
import { clockRange } from '#core/clock-time.ts'
import { howMany } from '#core/number-text.ts'
import { formatDate, formatRange, type PlainDate } from '#core/plain-date.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import { asSentence } from '#core/sentence.ts'
import type {
  ClosingOutcome,
  CopiedUnit,
  CopyTarget,
  FacilityKind,
  FacilityStatus,
  Misfit,
  MisfitReason,
} from './contract.ts'
import { mostBlackouts } from './rules/closing-days.ts'

type Named = { name: string; status: FacilityStatus }

const belongs: Record<FacilityKind, string> = {
  unit: 'A unit belongs to a site.',
  site: 'A site belongs to an organization.',
  organization: 'An organization can be at the top level or under another organization.',
}
/** Lists at most five names, then how many more there are. */
const some = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')

/** Why an action on facilities is refused: code → text. */
export const facilityRefusals = {
  'facility.missing': notFound(() => 'We can’t find that facility.'),
  'facility.unit_gone': notFound(
    () => 'One of these units no longer exists. Reload the page and choose again.',
  ),
  'facility.copy_gone': notFound(
    () => 'This copy was already undone, or someone else made it. Change the units in their forms.',
  ),
  'facility.other_kind': notFound<{ kind: FacilityKind }>(({ kind }) => `We can’t find that ${kind}.`),
  'facility.old_version': conflict(
    () => 'This facility was just changed by someone else. Check it, then try again.',
  ),
  'facility.out_of_scope': forbidden(
    () => 'This is outside the part you run. Ask an administrator of the organization.',
  ),
  'facility.superadmin': forbidden(() => 'Only the superadmin can do this.'),
  'facility.parent_inactive': conflict<Named>(
    ({ name, status }) => `${name} is ${status}. Restore it first.`,
  ),
  'facility.not_changeable': conflict<Named>(
    ({ name, status }) => `${name} is ${status} and cannot be changed.`,
  ),
  'facility.not_movable': conflict<Named>(({ name, status }) => `${name} is ${status} and cannot be moved.`),
  'facility.not_theirs_to_move': forbidden<{ above: string }>(
    ({ above }) => `Only administrators of ${above} can move it.`,
  ),
  'facility.no_target': notFound(() => 'We can’t find that facility to move it to.'),
  'facility.target_inactive': conflict<Named>(
    ({ name, status }) => `${name} is ${status}. Choose an active facility.`,
  ),
  'facility.wrong_parent': invalid<{ kind: FacilityKind }>(({ kind }) => belongs[kind], 'parent_id'),
  'facility.not_there': invalid(() => 'It can’t be placed there.', 'parent_id'),
  'facility.slug_taken': conflict(() => 'Another organization has this web address name.', 'slug'),
  'facility.number_taken': conflict(
    () => 'Another site has this CMS certification number.',
    'cms_certification_number',
  ),
  'facility.other_time': conflict<{ name: string; target: string }>(
    ({ name, target }) =>
      `${target} is in another time zone, and ${name} has upcoming shifts. Pause the unit and decide on them first.`,
  ),
  'facility.zone_has_shifts': conflict<{ name: string }>(
    ({ name }) =>
      `${name} has upcoming shifts, so its time zone can’t be changed. Pause its units and decide on the shifts first.`,
  ),
  'facility.zone_has_days': conflict<{ name: string }>(
    ({ name }) =>
      `Students have capstone days planned at ${name}, at times of its time zone. Ask their schools to reschedule these first.`,
  ),
  'facility.wrong_step': invalid(() => 'A unit is paused or closed; an organization or a site is archived.'),
  'facility.status_already': conflict<Named>(({ name, status }) => `${name} is already ${status}.`),
  'facility.not_paused': conflict<Named>(({ name, status }) => `${name} is ${status}, not paused.`),
  'facility.has_administrators': conflict<{ names: string[] }>(
    ({ names }) => `It has administrators: ${some(names)}. Give them another facility first.`,
  ),
  'facility.undecided': conflict(() => 'Some upcoming shifts have no decision. Decide on each one.'),
  'facility.not_archived': conflict<{ name: string }>(({ name }) => `${name} is not archived.`),
  'facility.archived_above': conflict(() => 'Its parent is archived. Restore the parent first.'),
  'shift_ahead.kept': invalid(
    () => 'Shifts can’t stay where planning is closed. Cancel these shifts or move them to another unit.',
  ),
  'shift_ahead.wrong_unit': invalid(() => 'Choose a unit from the list: active, and administered by you.'),
}

/** The history text for a move; null is the top of the hierarchy. */
export const movedWords = (from: string | null, to: string | null, reason: string): string =>
  `Moved from ${from ?? 'the top'} to ${to ?? 'the top'}: ${reason}`

/** True for the history text of a move, as `movedWords` writes it. */
export const isMovedWords = (text: string | null): boolean => /^Moved from .+ to .+: /.test(text ?? '')

/** What happened to a school's shifts at a facility, and how many of its drafts need another unit. */
type Settled = { name: string; kept: number; canceled: number; moved: number; drafts: number; reason: string }

const settled = ({ kept, canceled, moved, drafts, reason }: Settled): string => {
  const shifts = [
    kept > 0 && `${kept} kept`,
    canceled > 0 && `${canceled} canceled`,
    moved > 0 && `${moved} moved to another unit`,
  ].filter(Boolean)
  return [
    shifts.length > 0 && `Of your shifts there, ${shifts.join(', ')}.`,
    drafts > 0 && `Drafts that need another unit: ${drafts}.`,
    `Reason: ${reason}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** A school's shifts and seats on days that were closed or reopened. */
type DaysOfSchool = {
  name: string
  from: PlainDate
  to: PlainDate
  reason: string
  shifts: number
  seated: number
}

const shiftsOfSchool = ({ shifts, seated }: DaysOfSchool): string =>
  `${shifts === 1 ? '1 of your shifts falls' : `${shifts} of your shifts fall`} on these days, with ${seated === 1 ? '1 student' : `${seated} students`}.`

/** Notifications about facilities: code → text. */
export const notificationTexts = {
  'facility.paused': notificationText<Settled>(({ name }) => `${name} is paused`, settled),
  'facility.closed': notificationText<Settled>(({ name }) => `${name} is closed`, settled),
  'facility.archived': notificationText<Settled>(({ name }) => `${name} is archived`, settled),
  'facility.days_closed': notificationText<DaysOfSchool>(
    ({ name, from, to }) => `${name} is closed to students: ${formatRange(from, to)}`,
    (days) =>
      `Reason: ${asSentence(days.reason)} ${shiftsOfSchool(days)} They stay until someone cancels or moves them: agree with the facility on what happens to them.`,
  ),
  'facility.days_reopened': notificationText<DaysOfSchool>(
    ({ name, from, to }) => `${name} is open to students again: ${formatRange(from, to)}`,
    (days) => `${shiftsOfSchool(days)} They continue as planned.`,
  ),
  'facility.shifts_changed': headingText<{ name: string }>(
    ({ name }) => `Your shifts in ${name} have changed`,
  ),
}

/** Why closing days leaves a unit as it is; null when it is closed on them. */
export function notClosedText(outcome: ClosingOutcome): string | null {
  if (outcome === 'same') return 'It is already closed on these days.'
  return outcome === 'full'
    ? `It has ${mostBlackouts} entries of closed days. Remove one in its form first.`
    : null
}

/** Why settings cannot be copied to a unit, or null when they can. */
export function notCopiedText({ outcome, problem }: Pick<CopyTarget, 'outcome' | 'problem'>): string | null {
  if (outcome === 'same') return 'It already has these settings.'
  return outcome === 'refused' ? `These conflict with its other settings: ${problem}` : null
}

const misfitReasons: Record<MisfitReason, string> = {
  seats: 'more students than the unit would take',
  exclusive: 'another school is there at that time',
  hours: 'hours that the unit would not work',
}

/** A shift that would no longer fit its unit, and why. */
export const misfitText = ({ date, start_time, end_time, school_name, reason }: Misfit): string =>
  `${formatDate(date)}, ${clockRange(start_time, end_time)}, ${school_name}: ${misfitReasons[reason]}`

/** What a copy did to a unit, to follow its name and a colon. */
export const copiedTexts: Record<CopiedUnit['outcome'], string> = {
  copied: 'settings copied',
  same: 'had these settings already',
  refused: 'left as it was, since they conflict with its other settings',
  changed_since: 'left as it was, since someone changed it meanwhile. Open this again to look at it.',
}

/** How many units got the settings, and how many did not. */
export function copiedCountText(units: readonly Pick<CopiedUnit, 'outcome'>[]): string {
  const copied = units.filter(({ outcome }) => outcome === 'copied').length
  const left = units.length - copied
  return [
    copied === 0 ? 'No unit was changed.' : `Settings copied to ${howMany(copied, 'unit')}.`,
    left === 1 && '1 stays as it was.',
    left > 1 && `${left} stay as they were.`,
  ]
    .filter(Boolean)
    .join(' ')
}
