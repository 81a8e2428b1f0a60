import { specialtyLabels } from '#core/specialties.ts'
import { versionField } from '#ui/use-versions.ts'
import type { Mapping } from '../contract.ts'
import type { MappingText } from '../rules.ts'

export const priorities = [
  { value: '1', label: '1: use first' },
  { value: '2', label: '2' },
  { value: '3', label: '3: usual' },
  { value: '4', label: '4' },
  { value: '5', label: '5: use last' },
]

/** The values of the form that changes a mapping. */
export type TermsText = Pick<MappingText, 'min_hours' | 'priority' | 'rationale' | 'specialties'>

/** A mapping as form values. */
export const termsTextOf = (mapping: Mapping): TermsText => ({
  min_hours: mapping.min_hours === null ? '' : String(mapping.min_hours),
  priority: String(mapping.priority),
  rationale: mapping.rationale ?? '',
  specialties: mapping.specialties,
})

const field = versionField<TermsText>
/** The form's fields for comparing two versions of a mapping. */
export const termsVersionFields = [
  field('specialties', 'Any unit of these specialties', ({ specialties }) =>
    specialties
      .map((one) => specialtyLabels[one as Mapping['specialty']])
      .toSorted()
      .join(', '),
  ),
  field('min_hours', 'Hours to be done there'),
  field('priority', 'Order of use'),
  field('rationale', 'Why it fits'),
]
