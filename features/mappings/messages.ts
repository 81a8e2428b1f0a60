import { specialtyLabels } from '#core/specialties.ts'
import { notificationText } from '#core/notification-texts.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { CoverageStatus, MappingOrigin, MappingRunStatus, MappingStatus } from './contract.ts'

/** Why an action on clinical mapping is refused: code → sentence. */
export const mappingRefusals = {
  'mapping.missing': notFound(() => 'We can’t find that mapping. Go back to the list.'),
  'mapping.old_version': conflict(
    () => 'Someone else just changed this mapping. Reload to see it, then try again.',
  ),
  'mapping.step': conflict<{ status: MappingStatus }>(
    ({ status }) =>
      `This mapping is ${statusLabels[status].toLowerCase()}. Reload the page to see what you can do with it.`,
  ),
  'mapping.not_yours': forbidden(
    () => 'The school decides on this. You can withdraw or retire what your facility offers.',
  ),
  'mapping.requirement_gone': conflict(
    () =>
      'The program no longer has this requirement. Add it to the program, or map a requirement that it has.',
  ),
  'mapping.facility_gone': conflict<{ facility: string }>(
    ({ facility }) => `${facility} is no longer in use. Retire this mapping, and map another facility.`,
  ),
  'mapping.agreed': conflict(
    () => 'The school has decided on this mapping. Ask the school to change it, or propose another one.',
  ),
  'mapping.nowhere': invalid(() => 'Choose a facility, or the specialties that count.', 'facility_id'),
  'mapping.no_facility': invalid(
    () => 'Choose one of your own facilities and a school you have an active agreement with.',
    'facility_id',
  ),
  'mapping.no_school': invalid(() => 'Choose a school.', 'school_id'),
  'mapping.taken': conflict(() => 'This is already proposed or active. Change that row instead.'),
  'mapping.run_missing': notFound(() => 'We can’t find that run. Go back to the runs.'),
  'mapping.run_settled': conflict<{ status: MappingRunStatus }>(
    ({ status }) =>
      `This run is ${runLabels[status].toLowerCase()}. ${status === 'queued' || status === 'running' ? 'Wait for its suggestions, then propose them to the school.' : 'Find suggestions again to get new ones.'}`,
  ),
  'mapping.not_in_run': invalid(
    () => 'Some of the chosen suggestions are not in this run. Reload it, then choose again.',
  ),
  'mapping.word_empty': invalid(() => 'Enter a word with letters or digits.', 'term'),
  'mapping.word_taken': conflict(
    () => 'This word already names a specialty there. Remove it first to change it.',
  ),
}

type Mapped = { program: string; course: string | null; specialty: Specialty; facility: string | null }

/** "Pediatrics, NURS 341 (BSN), at Harborview Pediatrics". */
const mappedWords = ({ program, course, specialty, facility }: Mapped): string =>
  `${specialtyLabels[specialty]}${course ? `, ${course}` : ''} (${program})${facility ? `, at ${facility}` : ''}`
const because = (note: string | null): string => (note ? `: ${note}` : '.')

/** Notifications about mappings: to the school what a facility proposes or retires, to the proposer what the school decides. */
export const notificationTexts = {
  'mapping.proposed': notificationText<Mapped>(
    () => 'A facility proposes a mapping',
    (mapped) => `${mappedWords(mapped)}. It counts once you activate it.`,
  ),
  'mapping.several_proposed': notificationText<{ count: number; facility: string | null }>(
    ({ count }) => (count === 1 ? 'A mapping is proposed' : `${count} mappings are proposed`),
    ({ count, facility }) =>
      `${facility ? `For units of ${facility}` : 'For units of your partners'}. ${count === 1 ? 'It counts' : 'They count'} once you activate ${count === 1 ? 'it' : 'them'}.`,
  ),
  'mapping.decided': notificationText<Mapped & { status: MappingStatus; note: string | null }>(
    ({ status }) =>
      status === 'proposed'
        ? 'A mapping is open again'
        : `A mapping is ${statusLabels[status].toLowerCase()}`,
    ({ note, ...mapped }) => `${mappedWords(mapped)}${because(note)}`,
  ),
  'mapping.retired_by_facility': notificationText<Mapped & { note: string | null }>(
    () => 'A facility retired a mapping',
    ({ note, ...mapped }) => `${mappedWords(mapped)}${because(note)}`,
  ),
}

export const statusLabels: Record<MappingStatus, string> = {
  proposed: 'Proposed',
  active: 'Active',
  rejected: 'Rejected',
  retired: 'Retired',
}
export const originLabels: Record<MappingOrigin, string> = {
  manual: 'By hand',
  import: 'Import',
  ai: 'Keyword run',
}
export const runLabels: Record<MappingRunStatus, string> = {
  queued: 'Waiting',
  running: 'Running',
  review: 'To review',
  applied: 'Proposed',
  discarded: 'Discarded',
}
export const coverageLabels: Record<CoverageStatus, string> = {
  covered: 'Covered',
  scheduled: 'Scheduled',
  gap: 'Gap',
}

/** The badge styles of the statuses (`ui/states.ts`). */
export const statusLooks: Record<MappingStatus, string> = {
  proposed: 'requested',
  active: 'active',
  rejected: 'rejected',
  retired: 'archived',
}
export const runLooks: Record<MappingRunStatus, string> = {
  queued: 'pending',
  running: 'in_progress',
  review: 'in_review',
  applied: 'completed',
  discarded: 'archived',
}
