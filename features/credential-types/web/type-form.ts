import * as z from 'zod/mini'
import type { Category, EvidenceKind, SeriesRule, TypeField, Validity } from '../contract.ts'

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
