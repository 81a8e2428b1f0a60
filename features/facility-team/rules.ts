import { howMany } from '#core/number-text.ts'
import { addDays, comparePlainDates, isWithin, type PlainDate, spansOverlap } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { Cover, FacilitySettings, SetupFacts } from './contract.ts'

export type SetupStep = {
  id: 'details' | 'sites' | 'units' | 'capacity' | 'team' | 'partnership'
  label: string
  done: boolean
  description: string
  href?: string
  /** Why the step cannot be done yet, or not by this person. */
  blocked?: string
}

const detailLabels: Record<string, string> = {
  address: 'address',
  phone: 'phone number',
  arrival_instructions: 'where to report on the first day',
  specialty: 'specialty',
}

/**
 * The setup steps of a facility, derived from its data, so that they are always correct. Facilities other than organizations skip the
 * organization's steps.
 */
export function setupSteps(facts: SetupFacts): SetupStep[] {
  const { facility, organization } = facts
  if (!facility) return []
  const edit =
    facility.kind === 'organization'
      ? `/admin/organizations/${facility.id}/detail`
      : `/admin/${facility.kind}s/${facility.id}/edit`
  const missing = Object.entries(detailLabels).flatMap(([name, label]) =>
    facts.details[name] === false ? [label] : [],
  )
  const [firstWithout] = facts.units_without_pattern
  const noUnits = 'Add a unit first.'
  const steps: (SetupStep | false)[] = [
    {
      id: 'details',
      label: `Complete the details of ${facility.name}`,
      done: missing.length === 0,
      description:
        missing.length === 0 ? 'Schools can find and reach you.' : `Still missing: ${missing.join(', ')}.`,
      href: edit,
    },
    facility.kind === 'organization' && {
      id: 'sites',
      label: 'Add your sites',
      done: facts.sites > 0,
      description:
        facts.sites > 0
          ? howMany(facts.sites, 'site')
          : 'A site is a building or campus with an address of its own.',
      href: `/admin/sites/create?parent=${facility.id}`,
    },
    facility.kind !== 'unit' && {
      id: 'units',
      label: 'Add the units where students work',
      done: facts.units > 0,
      description:
        facts.units > 0 ? howMany(facts.units, 'unit') : 'A unit is where one group of students works.',
      href: facility.kind === 'site' ? `/admin/units/create?parent=${facility.id}` : '/admin/units/create',
      ...(facility.kind === 'organization' &&
        facts.sites === 0 && { blocked: 'Add a site first: each unit belongs to one.' }),
    },
    {
      id: 'capacity',
      label: 'Set hours and capacity for each unit',
      done: facts.units > 0 && facts.units_without_pattern.length === 0,
      description:
        facts.units_without_pattern.length > 0
          ? `Without shift patterns: ${listed(facts.units_without_pattern.map(({ name }) => name))}.`
          : 'Shift patterns and the number of students per shift.',
      ...(firstWithout && { href: `/admin/units/${firstWithout.id}/edit` }),
      ...(facts.units === 0 && { blocked: noUnits }),
    },
    {
      id: 'team',
      label: 'Invite the colleagues who plan with you',
      done: facts.people > 1,
      description:
        facts.people > 1
          ? `${howMany(facts.people, 'person', 'people')} with access`
          : facts.open_invitations > 0
            ? `${howMany(facts.open_invitations, 'invitation')} under way, no one has joined yet.`
            : 'For the whole facility, a site or one unit.',
      href:
        facts.people <= 1 && facts.open_invitations > 0
          ? '/facility/users?view=invitations&status=open'
          : '/facility/users',
    },
    facility.kind !== 'unit' && {
      id: 'partnership',
      label: 'Add your first school partner',
      done: facts.active_partnerships > 0,
      description:
        facts.active_partnerships > 0
          ? howMany(facts.active_partnerships, 'active partnership')
          : facts.open_partnerships > 0
            ? `${howMany(facts.open_partnerships, 'request')} under way.`
            : 'Accept the request of a school, or invite one.',
      href: '/facility/management',
      ...(facts.active_partnerships === 0 &&
        !organization?.is_mine && {
          blocked: `Partnerships are agreed on by ${organization?.name ?? 'the organization'}: ask its administrators.`,
        }),
    },
  ]
  return steps.filter((step) => step !== false)
}

/** How many steps can be done but are not, without inviting colleagues, because one person may manage a facility alone. */
export function setupStepsLeft(facts: SetupFacts): number {
  return setupSteps(facts).filter(({ id, done, blocked }) => !done && !blocked && id !== 'team').length
}

/** Lists at most three names, then how many more there are. */
function listed(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
}

type Node = { id: string; parent_id: string | null }

/** Sorts nodes in tree order, each with its depth; a node without its parent in the list is at the top. */
export function inTreeOrder<N extends Node>(nodes: readonly N[]): (N & { depth: number })[] {
  const known = new Set(nodes.map(({ id }) => id))
  const below = Map.groupBy(nodes, ({ parent_id: parent }) =>
    parent !== null && known.has(parent) ? parent : null,
  )
  const walk = (parent: string | null, depth: number): (N & { depth: number })[] =>
    (below.get(parent) ?? []).flatMap((node) => [{ ...node, depth }, ...walk(node.id, depth + 1)])
  return walk(null, 0)
}

/** With more facilities than this, a list shows only the sites with their number of units. */
const MANY = 40

type Named = Node & { name: string; kind: 'organization' | 'site' | 'unit' }

/**
 * The facilities that a list shows: all in tree order; if there are many, only the sites, and units that match a search. Each has the
 * number of units left out, and its ancestors if they are not on the line above.
 */
export function facilitiesShown<N extends Named>(
  nodes: readonly N[],
  words: string,
): (N & { depth: number; hidden: number; within: string | null })[] {
  const wanted = words.trim().toLowerCase()
  const isFolded = !wanted && nodes.length > MANY && nodes.some(({ kind }) => kind === 'site')
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  const units = Map.groupBy(nodes, ({ kind, parent_id: parent }) => (kind === 'unit' ? parent : null))
  return inTreeOrder(nodes)
    .filter(({ name, kind }) => (wanted ? name.toLowerCase().includes(wanted) : !isFolded || kind !== 'unit'))
    .map((node) => ({
      ...node,
      hidden: isFolded ? (units.get(node.id)?.length ?? 0) : 0,
      within: wanted && node.parent_id ? (names.get(node.parent_id) ?? null) : null,
    }))
}

const settings = [
  'default_lead_time_days',
  'visibility_before_days',
  'visibility_after_days',
  'default_notice_days',
  'default_auto_approve',
  'answers_need_sign_in',
  'unit_links',
  'unit_link_days',
] as const satisfies readonly (keyof FacilitySettings)[]

/** Names the settings that differ. */
export const changedSettings = (before: FacilitySettings, after: FacilitySettings) =>
  settings.filter((name) => before[name] !== after[name])

/** The maximum number of days away in a row; a longer absence needs another arrangement. */
const MAX_DAYS_AWAY = 365

type DaysAway = Pick<Cover, 'person_id' | 'cover_id' | 'from_date' | 'until_date'>

const overlaps = (a: Pick<Cover, 'from_date' | 'until_date'>, b: Pick<Cover, 'from_date' | 'until_date'>) =>
  spansOverlap({ start: a.from_date, end: a.until_date }, { start: b.from_date, end: b.until_date })

/** The colleagues who are available on all of these days. */
export const freeToCover = <C extends { id: string }>(
  colleagues: readonly C[],
  days: Pick<Cover, 'from_date' | 'until_date'>,
  covers: readonly Cover[],
): C[] =>
  colleagues.filter(({ id }) => !covers.some((cover) => cover.person_id === id && overlaps(cover, days)))

/**
 * Why someone cannot be away on these days with this colleague covering; null when they can. Days start today at the earliest and never
 * overlap for one person; no one can cover while away, or be away while covering.
 */
export function coverRefusal(
  wish: DaysAway,
  known: {
    today: PlainDate
    colleagues: readonly { id: string; full_name: string }[]
    /** The covers that have not ended. */
    covers: readonly Cover[]
  },
) {
  if (comparePlainDates(wish.until_date, wish.from_date) < 0) return refusal('cover.days_order')
  if (comparePlainDates(wish.from_date, known.today) < 0) return refusal('cover.past')
  if (!isWithin(wish.until_date, wish.from_date, addDays(wish.from_date, MAX_DAYS_AWAY - 1)))
    return refusal('cover.too_long', { most: MAX_DAYS_AWAY })
  const met = known.covers.filter((cover) => overlaps(cover, wish))
  const daysOf = ({ from_date: from, until_date: until }: Cover) => ({ from, until })
  const own = met.find(({ person_id: id }) => id === wish.person_id)
  if (own) return refusal('cover.overlap', { name: own.person_name, ...daysOf(own) })
  const covered = met.find(({ cover_id: id }) => id === wish.person_id)
  if (covered)
    return refusal('cover.person_covers', {
      name: covered.cover_name,
      covered: covered.person_name,
      ...daysOf(covered),
    })
  const others = freeToCover(known.colleagues, wish, known.covers)
    .filter(({ id }) => id !== wish.cover_id)
    .map(({ full_name: name }) => name)
    .slice(0, 3)
  if (!known.colleagues.some(({ id }) => id === wish.cover_id))
    return refusal('cover.not_colleague', { others })
  const away = met.find(({ person_id: id }) => id === wish.cover_id)
  return away ? refusal('cover.cover_away', { name: away.person_name, ...daysOf(away), others }) : null
}

/** Why the caller cannot set these days; null when they can. */
export const coverBlocker = ({
  status,
  may_set_away: maySet,
}: {
  status: string
  may_set_away: boolean
}): string | null =>
  !maySet
    ? 'Only they or an administrator of the organization can set their days away.'
    : status === 'active'
      ? null
      : 'Only active people can be set as away.'
