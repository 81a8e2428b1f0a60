import { formatDate, isPlainDate } from '#core/plain-date.ts'
import { versionField, type VersionField } from '#ui/use-versions.ts'
import type { WishlistDraft, WishlistFields, WishlistKind } from '../contract.ts'
import { kindLabels, policyLabels } from '../rules.ts'

export const emptyWishlist = {
  name: '',
  instructions: '',
  semester_id: '',
  cohort_ids: [] as string[],
  kind: 'rotations' as WishlistKind,
  rotation_ids: [] as string[],
  opening_ids: [] as string[],
  min_choices: 1 as number | string,
  max_choices: 5 as number | string,
  rotations: 1 as number | string,
  policy: 'fair_match' as WishlistFields['policy'],
  allow_comments: false,
  allow_hardship: false,
  partners_rank: false,
  opens_on: '',
  closes_on: '',
}
/** The values of the form. */
export type WishlistValues = typeof emptyWishlist

/** The form values of a draft. */
export const valuesOf = (wishlist: WishlistDraft): WishlistValues => ({
  ...(Object.fromEntries(
    Object.keys(emptyWishlist).map((name) => [name, wishlist[name as keyof WishlistDraft]]),
  ) as WishlistValues),
  rotation_ids: wishlist.kind === 'rotations' ? wishlist.source_ids : [],
  opening_ids: wishlist.kind === 'capstone' ? wishlist.source_ids : [],
})

/** The form's fields for comparing two versions of a draft; what it refers to by name, compared by id. */
export function wishlistVersionFields(nameOf: (id: string) => string): VersionField<WishlistValues>[] {
  const field = versionField<WishlistValues>
  const named = (key: 'cohort_ids' | 'rotation_ids' | 'opening_ids', label: string) =>
    field(
      key,
      label,
      (values) => values[key].map(nameOf).toSorted().join(', '),
      (values) => values[key].toSorted().join(),
    )
  const day = (key: 'opens_on' | 'closes_on', label: string) =>
    field(key, label, ({ [key]: date }) => (isPlainDate(date) ? formatDate(date) : date))
  const yesNo = (key: 'allow_comments' | 'allow_hardship' | 'partners_rank', label: string) =>
    field(key, label, (values) => (values[key] ? 'Yes' : 'No'))
  return [
    field('name', 'Name'),
    field('kind', 'What students rank', ({ kind }) => kindLabels[kind]),
    field(
      'semester_id',
      'Semester',
      ({ semester_id: id }) => id && nameOf(id),
      ({ semester_id: id }) => id,
    ),
    named('opening_ids', 'Preceptors and units'),
    named('rotation_ids', 'Rotations'),
    named('cohort_ids', 'Cohorts'),
    day('opens_on', 'First day'),
    day('closes_on', 'Last day'),
    field('min_choices', 'Minimum choices'),
    field('max_choices', 'Maximum choices'),
    field('policy', 'Policy', ({ policy }) => policyLabels[policy]),
    field('rotations', 'Rotations per student'),
    yesNo('allow_comments', 'Comments'),
    yesNo('allow_hardship', 'Hardship declarations'),
    yesNo('partners_rank', 'Facilities and preceptors rank'),
    field('instructions', 'Instructions'),
  ]
}
