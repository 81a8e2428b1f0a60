import { formatNumber, howMany } from '#core/number-text.ts'
import { refusal } from '#core/refusal.ts'
import type { Step } from '#core/steps.ts'
import type { WishlistPhase } from '#features/wishlists/contract.ts'
import type {
  Changes,
  ConcernFact,
  Edit,
  NotPlaced,
  NotPublished,
  RunPhase,
  RunProof,
  RunStatus,
  Weights,
} from './contract.ts'

/** The only transitions of a run (Domain 2.5, match run). The job tells whether it failed or was stopped. */
export const runSteps = [
  { event: 'begin', from: 'queued', to: 'running', parties: ['school'] },
  { event: 'finish', from: 'running', to: 'done', parties: ['school'] },
  { event: 'publish', from: 'done', to: 'published', parties: ['school', 'system'] },
  { event: 'discard', from: 'queued', to: 'discarded', parties: ['school'] },
  { event: 'discard', from: 'running', to: 'discarded', parties: ['school'] },
  { event: 'discard', from: 'done', to: 'discarded', parties: ['school'] },
] as const satisfies readonly Step<RunStatus, 'school' | 'system'>[]

/** How many hours after publishing a student may report that a fact is wrong (Domain 2.5). */
export const CONCERN_HOURS = 72

/** The phase of a run: while it is queued or running, its job tells whether it failed or was stopped. */
export function runPhaseOf(status: RunStatus, job: string | null): RunPhase {
  if (status !== 'queued' && status !== 'running') return status
  if (job === 'canceled') return 'stopped'
  return job === 'queued' || job === 'running' ? job : 'failed'
}

/** Why a wishlist cannot be matched now, or null: it must be closed, and its results not published (Domain 2.5). */
export function startBlocker(phase: WishlistPhase) {
  if (phase === 'published' || phase === 'archived') return refusal('run.decided')
  return phase === 'closed' ? null : refusal('run.not_closed')
}

/** True when a run has a match: not if the rules contradict each other, nor if the search hit its limit without finding one. */
export const hasMatch = ({ status, objective }: Pick<RunProof, 'status' | 'objective'>): boolean =>
  status !== 'infeasible' && !(status === 'bound' && objective === null)

/** Why a run cannot be changed by hand, or null (Domain 2.5). */
export function editBlocker(run: { status: RunStatus; is_feasible: boolean }) {
  if (run.status !== 'done') return refusal('run.settled')
  return run.is_feasible ? null : refusal('run.infeasible')
}

/** Why a run cannot be published, or null: the wishlist must be closed, and the run done with a match (Domain 2.5). */
export function publishBlocker(run: { status: RunStatus; is_feasible: boolean; phase: WishlistPhase }) {
  const decided = startBlocker(run.phase)
  if (decided) return decided
  return editBlocker(run)
}

/** What prevented publishing (`run.not_placed`), and which students have been placed elsewhere since. */
export function notPublishedOf(
  {
    result,
    finished_at: at,
  }: { result: { count: number; placements: readonly NotPlaced[] }; finished_at: string },
  edits: readonly Pick<Edit, 'student_id' | 'created_at' | 'undone_at'>[],
): NotPublished {
  const isSince = (edited: string | null) => edited !== null && Date.parse(edited) > Date.parse(at)
  const isChanged = (id: string | null) =>
    edits.some((edit) => edit.student_id === id && (isSince(edit.created_at) || isSince(edit.undone_at)))
  return {
    at,
    count: result.count,
    placements: result.placements.map(({ student_id, sentence }) => ({
      student_id,
      sentence,
      is_changed: isChanged(student_id),
    })),
  }
}

/** Why a declared conflict closes an option. */
export const DECLARED = 'a declared conflict of interest'

/** What a student asked for: wishes, and the options closed by a declared conflict that was not allowed. */
type Asked = {
  id: string
  choices: readonly string[]
  is_hardship: boolean
  conflicts: readonly { option_id: string }[]
}

/** How many students asked for something else when a run began than now, and how many are new or gone (Domain 2.5). */
export function changesSince(then: readonly Asked[], now: readonly Asked[]): Changes {
  const before = new Map(then.map((one) => [one.id, one]))
  const stayed = now.flatMap((one) => (before.has(one.id) ? [[before.get(one.id)!, one] as const] : []))
  const conflicts = (one: Asked) => one.conflicts.map(({ option_id }) => option_id).toSorted()
  const count = (of: (one: Asked) => unknown) =>
    stayed.filter(([a, b]) => JSON.stringify(of(a)) !== JSON.stringify(of(b))).length
  return {
    choices: count(({ choices }) => choices),
    declared: count((one) => [one.is_hardship, conflicts(one)]),
    joined: now.length - stayed.length,
    left: then.length - stayed.length,
  }
}

/** What changed since a run, in one sentence; null if nothing did. */
export function changesInWords({ choices, declared, joined, left }: Changes): string | null {
  const parts = [
    choices > 0 && `${howMany(choices, 'student has', 'students have')} other choices`,
    declared > 0 && `${howMany(declared, 'student has', 'students have')} another conflict or hardship`,
    joined > 0 && `${howMany(joined, 'student is', 'students are')} new`,
    left > 0 && `${howMany(left, 'student has', 'students have')} left`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : `${parts.join(', ')}.`
}

type Ranked = {
  mode: string
  students: readonly { id: string; choices: readonly string[] }[]
  options: readonly { id: string; ranks?: readonly string[] | undefined }[]
}

/** How many students chose an option that ranks others but not them, so that a two-sided match gives them no seat there. */
export function unrankedIn({ mode, students, options }: Ranked): number {
  if (mode !== 'stable') return 0
  const ranks = new Map(options.map((option) => [option.id, option.ranks]))
  return students.filter(({ id, choices }) =>
    choices.some((choice) => ranks.get(choice)?.includes(id) === false),
  ).length
}

/** Why a concern cannot be raised, or null: only before its deadline, and once for each kind of fact (Domain 2.5). */
export function concernBlocker(result: {
  concerns_until: string
  facts: readonly ConcernFact[]
  fact: ConcernFact
  now: number
}) {
  if (result.now >= Date.parse(result.concerns_until)) return refusal('concern.not_open')
  return result.facts.includes(result.fact) ? refusal('concern.raised') : null
}

type Dated = { first_date: string; last_date: string }

/**
 * The blocks that each option uses, by its days: two options share a block only if their days overlap, and a student gets one option of each
 * block (Domain 2.5). Blocks are in order, and only as many as are needed: a day on which an option begins and, before another does, one
 * ends.
 */
export function blocksOf(options: readonly (Dated & { id: string })[]): Map<string, string[]> {
  const begins = [...new Set(options.map(({ first_date: first }) => first))].toSorted()
  const days = begins.filter((day, at) =>
    options.some(({ last_date: last }) => day <= last && !(begins[at + 1]! <= last)),
  )
  return new Map(
    options
      .toSorted((a, b) => a.first_date.localeCompare(b.first_date))
      .map(({ id, first_date: first, last_date: last }) => [
        id,
        days.flatMap((day, at) => (first <= day && day <= last ? [`block ${at + 1}`] : [])),
      ]),
  )
}

/** How many options fit one after another, at most: always the one that ends first of those that begin after the last (Domain 2.5). */
export function roomFor(options: readonly Dated[]): number {
  let [count, end] = [0, '']
  for (const option of options.toSorted((a, b) => a.last_date.localeCompare(b.last_date)))
    if (option.first_date > end) [count, end] = [count + 1, option.last_date]
  return count
}

/** Hours of open requirements that placements provide; for each specialty at most what is open (Domain 2.5, metrics). */
export function hoursClosed(
  placed: readonly { specialty: string; hours: number }[],
  gaps: Readonly<Record<string, number>>,
): number {
  const given: Record<string, number> = {}
  for (const { specialty, hours } of placed) given[specialty] = (given[specialty] ?? 0) + hours
  return Object.entries(given).reduce((sum, [tag, hours]) => sum + Math.min(hours, gaps[tag] ?? 0), 0)
}

/** The choice number of a placement: 1 is the first; null if it was not chosen. */
export function rankOf(choices: readonly string[], optionId: string): number | null {
  const at = choices.indexOf(optionId)
  return at < 0 ? null : at + 1
}

/** The points of a choice by itself (Domain 2.5: cost of the rank squared). */
export const pointsOfChoice = (rank: number, weights: Pick<Weights, 'rank'>): number =>
  rank * rank * weights.rank

type Weighed = { name: keyof Weights; label: string; unit: string; does: (weights: Weights) => string }

/** Each weight with an explanation of its effect in numbers. */
export const weightTexts: readonly Weighed[] = [
  {
    name: 'rank',
    label: 'Choices',
    unit: 'points × choice²',
    does: (w) =>
      `A first choice counts ${pointsOfChoice(1, w)} points, a second ${pointsOfChoice(2, w)}, a third ${pointsOfChoice(3, w)}. The match with the fewest points wins, so one student far down the list costs more than several a little down.`,
  },
  {
    name: 'coverage',
    label: 'Needed hours',
    unit: 'points',
    does: (w) =>
      `${w.coverage} points for a student who still needs hours in a specialty and gets an option that gives none of them.${w.coverage > pointsOfChoice(2, w) - pointsOfChoice(1, w) ? ' That is more than going from a first to a second choice.' : ''}`,
  },
  {
    name: 'distance',
    label: 'Distance',
    unit: 'points per 10 miles',
    does: (w) => `40 miles from home count ${4 * w.distance} points.`,
  },
  {
    name: 'repeat',
    label: 'New experience',
    unit: 'points',
    does: (w) =>
      `${w.repeat} points for a unit the student has been on, and as many for a completed specialty.`,
  },
  {
    name: 'hardship',
    label: 'Verified hardship',
    unit: 'times more',
    does: (w) =>
      w.hardship === 0
        ? 'Verified hardship changes nothing.'
        : `Choices and miles of a student with verified hardship count ${1 + w.hardship} times as much.`,
  },
  {
    name: 'missedFirst',
    label: 'Missed first choices',
    unit: 'times more',
    does: (w) =>
      w.missedFirst === 0
        ? 'Earlier wishlists change nothing.'
        : `Choices of a student who went without the first choice once before count ${1 + w.missedFirst} times as much.`,
  },
]

/** The maximum of each weight; multipliers have a lower one. */
const MAX_POINTS: Weights = {
  rank: 10_000,
  coverage: 10_000,
  distance: 10_000,
  repeat: 10_000,
  hardship: 20,
  missedFirst: 20,
}

/** Validates the weights of the form, by name: integers from 0 to a maximum (Domain 2.5). */
export function weightProblems(weights: Weights): Partial<Record<keyof Weights, string>> {
  const problems: Partial<Record<keyof Weights, string>> = {}
  for (const name of Object.keys(MAX_POINTS) as (keyof Weights)[]) {
    const [value, most] = [weights[name], MAX_POINTS[name]]
    if (!Number.isInteger(value)) problems[name] = 'Enter a whole number.'
    else if (value < 0) problems[name] = 'Not below 0.'
    else if (value > most) problems[name] = `At most ${formatNumber(most)}.`
  }
  return problems
}
