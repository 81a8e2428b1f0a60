import * as z from 'zod/mini'
import type { RequirementFields, Validity } from '../contract.ts'

const id = z.nullable(z.string())
const day = z.string().check(z.minLength(1, 'Enter a date.'))

/** The schema of the requirement form, matching the contract. */
export const requirementForm = z
  .object({
    type_id: z.string().check(z.minLength(1, 'Choose a credential.')),
    program_id: id,
    cohort_id: id,
    facility_id: id,
    applies_to: z.enum(['student', 'proctor', 'both']),
    levels: z.custom<RequirementFields['levels']>(),
    validity: z.nullable(z.custom<Validity>()),
    is_mandatory: z.boolean(),
    due_weeks: z.nullable(z.number().check(z.minimum(0), z.maximum(26))),
    due_date: z.nullable(z.string()),
    active_from: day,
    active_to: z.nullable(z.string()),
    instructions: z.string().check(z.trim(), z.maxLength(2000, 'At most 2,000 characters.')),
    providers: z.array(z.string()),
    file_ids: z.array(z.string()),
    is_draft: z.boolean(),
  })
  .check(
    z.refine(({ active_from: from, active_to: to }) => to === null || to >= from, {
      path: ['active_to'],
      error: 'End date must be on or after the start date.',
    }),
  )
