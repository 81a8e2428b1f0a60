import { formatRange, type PlainDate } from '#core/plain-date.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'

type Days = { name: string; from: PlainDate; until: PlainDate }
const instead = (others: readonly string[]): string =>
  others.length > 0
    ? `Choose ${others.length > 1 ? `${others.slice(0, -1).join(', ')} or ` : ''}${others.at(-1)} instead.`
    : 'No one else can cover then: choose other days, or invite another administrator.'

/** Why the settings of an organization cannot be changed: code → text. */
export const facilityTeamRefusals = {
  'settings.no_organization': notFound(() => 'We can’t find that organization.'),
  'settings.not_yours': forbidden(
    () => 'Only administrators of the organization change its settings. Ask one of them.',
  ),
}

/** Why someone cannot be set as away, or not covered by this colleague: code → text. */
export const coverRefusals = {
  'cover.no_person': notFound(() => 'We can’t find that person. Reload the page.'),
  'cover.not_yours': forbidden(
    () => 'Only they or an administrator of the organization can set their days away. Ask one of them.',
  ),
  'cover.missing': notFound(() => 'These days away have already ended. Reload the page.'),
  'cover.days_order': invalid(() => 'The last day is before the first: choose a later one.', 'until_date'),
  'cover.past': invalid(() => 'These days have already begun: choose today or later.', 'from_date'),
  'cover.too_long': invalid(
    ({ most }: { most: number }) => `At most ${most} days: choose an earlier last day.`,
    'until_date',
  ),
  'cover.not_colleague': invalid(
    ({ others }: { others: readonly string[] }) =>
      `This person does not run that facility. ${instead(others)}`,
    'cover_id',
  ),
  'cover.overlap': conflict(
    ({ name, from, until }: Days) =>
      `${name} is already away ${formatRange(from, until)}. End those days first, or choose others.`,
    'from_date',
  ),
  'cover.cover_away': conflict(
    ({ name, from, until, others }: Days & { others: readonly string[] }) =>
      `${name} is away ${formatRange(from, until)}. ${instead(others)}`,
    'cover_id',
  ),
  'cover.person_covers': conflict(
    ({ name, covered, from, until }: Days & { covered: string }) =>
      `${name} covers for ${covered} ${formatRange(from, until)}. End that first and choose another cover for ${covered}.`,
    'from_date',
  ),
}
