import type { Refusal } from '#core/refusal.ts'
import { refusal } from '#core/refusal.ts'
import type { Step } from '#core/steps.ts'
import type { Choice, Progress, WishlistPhase, WishlistStatus } from './contract.ts'

type WishlistParty = 'school' | 'system'

/** The steps of a wishlist, and no others (Domain 2.5, wishlist). Days open and close it without a step. */
export const wishlistSteps = [
  { event: 'announce', from: 'draft', to: 'announced', parties: ['school'] },
  { event: 'take_back', from: 'announced', to: 'draft', parties: ['school'] },
  { event: 'publish', from: 'announced', to: 'published', parties: ['school', 'system'] },
  { event: 'archive', from: 'published', to: 'archived', parties: ['school'] },
  { event: 'archive', from: 'announced', to: 'archived', parties: ['school'] },
] as const satisfies readonly Step<WishlistStatus, WishlistParty>[]

type Days = { status: WishlistStatus; opens_at: string; closes_at: string }

/** Where a wishlist stands: open from the first instant of its first day to the last of its last day (Domain 2.5). */
export function phaseOf({ status, opens_at: opens, closes_at: closes }: Days, now: number): WishlistPhase {
  if (status !== 'announced') return status
  if (now < Date.parse(opens)) return 'scheduled'
  return now < Date.parse(closes) ? 'open' : 'closed'
}

/** How far a student is: enough choices, some, or none (Domain 2.5, submission). */
export function progressOf(choices: number, least: number): Progress {
  if (choices === 0) return 'not_started'
  return choices < least ? 'in_progress' : 'complete'
}

type Chosen = {
  phase: WishlistPhase
  max_choices: number
  allow_comments: boolean
  option_ids: readonly string[]
  choices: readonly Choice[]
  party: 'student' | 'school'
}

/** Why these choices cannot be saved, or null; the school enters choices after the last day too (Domain 2.5). */
export function chooseBlocker({
  phase,
  max_choices: most,
  allow_comments: mayComment,
  option_ids: options,
  choices,
  party,
}: Chosen) {
  if (phase === 'closed' && party === 'student') return refusal('wishlist.closed')
  if (phase !== 'open' && phase !== 'closed') return refusal('wishlist.not_open')
  if (choices.length > most) return refusal('wishlist.too_many', { most })
  const ids = choices.map((choice) => choice.option_id)
  if (new Set(ids).size < ids.length || ids.some((id) => !options.includes(id)))
    return refusal('wishlist.choice_unknown')
  if (!mayComment && choices.some((choice) => choice.comment)) return refusal('wishlist.no_comments')
  return null
}

/** Why a wishlist cannot be made like this, or null: its days and numbers fit each other and its options (Domain 2.5). */
export function fieldsBlocker(fields: {
  min_choices: number
  max_choices: number
  opens_on: string
  closes_on: string
  series_ids: readonly string[]
}): Refusal<
  'wishlist.days_reversed' | 'wishlist.choices_reversed' | 'wishlist.too_few_options',
  { options: number }
> | null {
  const values = { options: fields.series_ids.length }
  if (fields.closes_on < fields.opens_on) return refusal('wishlist.days_reversed', values)
  if (fields.max_choices < fields.min_choices) return refusal('wishlist.choices_reversed', values)
  if (fields.min_choices > fields.series_ids.length) return refusal('wishlist.too_few_options', values)
  return null
}

/** Why the last day cannot be moved there, or null: later than it was, and not in the past (Domain 2.5). */
export function extendBlocker(
  wishlist: { phase: WishlistPhase; closes_on: string },
  closesOn: string,
  today: string,
) {
  if (wishlist.phase === 'published' || wishlist.phase === 'archived') return refusal('wishlist.decided')
  if (closesOn <= wishlist.closes_on || closesOn < today)
    return refusal('wishlist.not_later', { closesOn: wishlist.closes_on })
  return null
}

/** The list with one item moved to another place; the others keep their order. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from)
  const target = Math.max(0, Math.min(to, rest.length))
  return [...rest.slice(0, target), list[from]!, ...rest.slice(target)]
}
export const phaseLabels: Record<WishlistPhase, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  open: 'Open',
  closed: 'Closed',
  published: 'Published',
  archived: 'Archived',
}
export const progressLabels: Record<Progress, string> = {
  not_started: 'Not started',
  in_progress: 'In progress',
  complete: 'Complete',
}
