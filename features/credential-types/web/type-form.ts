import * as z from 'zod/mini'
import { versionField } from '#ui/use-versions.ts'
import type { Category, CredentialType, EvidenceKind, SeriesRule, TypeField, Validity } from '../contract.ts'
import { validityInWords } from '../rules.ts'

const text = (most: number, message: string) => z.string().check(z.trim(), z.maxLength(most, message))
const days = z.number().check(z.minimum(0, 'From 0 to 365.'), z.maximum(365, 'From 0 to 365.'))

/** The schema of the credential type form, matching the contract. */
export const typeForm = z.object({
  code: z
    .string()
    .check(
      z.trim(),
      z.regex(/^[A-Z][A-Z0-9_]{1,29}$/, 'A short code: capital letters, digits and underscores.'),
    ),
  name: text(120, 'At most 120 characters.').check(z.minLength(2, 'Enter a name of at least 2 characters.')),
  category: z.custom<Category>(),
  evidence: z.custom<EvidenceKind>(),
  series: z.custom<SeriesRule | null>(),
  fields: z
    .array(
      z.object({
        key: z.string(),
        label: text(80, 'At most 80 characters.').check(z.minLength(2, 'What is required?')),
        kind: z.custom<TypeField['kind']>(),
        options: z.array(z.string()),
        is_required: z.boolean(),
      }),
    )
    .check(z.maxLength(12, 'At most 12 fields.')),
  needs_file: z.boolean(),
  validity: z.custom<Validity>(),
  grace_days: days,
  allows_waiver: z.boolean(),
  conditional_days: days,
  conditional_times: z.number(),
  is_restricted: z.boolean(),
  example_url: z
    .string()
    .check(
      z.trim(),
      z.maxLength(500, 'At most 500 characters.'),
      z.regex(/^(https:\/\/\S+)?$/, 'An address that begins with https://.'),
    ),
  instructions: text(2000, 'At most 2,000 characters.'),
})

const blankType = {
  code: '',
  name: '',
  category: 'document' as Category,
  evidence: 'document' as EvidenceKind,
  series: null as SeriesRule | null,
  fields: [] as TypeField[],
  needs_file: true,
  validity: { rule: 'fixed_months', months: 12, end_of_month: false } as Validity,
  grace_days: 0,
  allows_waiver: true,
  conditional_days: 0,
  conditional_times: 1,
  is_restricted: false,
  instructions: '',
  example_url: '',
}
/** The values of the form. */
export type TypeValues = typeof blankType

/** The form values of a type, or of a new one. */
export const typeValuesOf = (type: CredentialType | undefined): TypeValues =>
  type
    ? (Object.fromEntries(
        Object.keys(blankType).map((key) => [key, type[key as keyof TypeValues]]),
      ) as TypeValues)
    : blankType

export const answerLabels: Record<TypeField['kind'], string> = {
  text: 'Text',
  date: 'Date',
  yes_no: 'Yes or no',
  choice: 'Choice',
}
/** 'Color (choice: Red, Blue; optional)'. */
const fieldWords = ({ label, kind, options, is_required }: TypeField): string =>
  `${label} (${answerLabels[kind].toLowerCase()}${options.length > 0 ? `: ${options.join(', ')}` : ''}${is_required ? '' : '; optional'})`
const field = versionField<TypeValues>
const yesNo = (key: 'needs_file' | 'allows_waiver', label: string) =>
  field(key, label, (values) => (values[key] ? 'Yes' : 'No'))

/** The fields that others can change meanwhile. */
export const typeVersionFields = [
  field('name', 'Name'),
  field('validity', 'Valid for', ({ validity }) => validityInWords(validity)),
  field(
    'fields',
    'Fields',
    ({ fields }) => fields.map(fieldWords).join(', '),
    // Two fields can have one label, and answers are kept by key.
    ({ fields }) => JSON.stringify(fields.map((each) => [each.key, fieldWords(each)])),
  ),
  yesNo('needs_file', 'A document must be added'),
  yesNo('allows_waiver', 'Can be waived'),
  field('conditional_days', 'Conditional approval, days'),
  field('conditional_times', 'Conditional approvals'),
  field('grace_days', 'Grace, days'),
  field('instructions', 'Instructions for students'),
  field('example_url', 'Example of a good document'),
]
