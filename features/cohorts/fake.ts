import { randomUUID } from 'node:crypto'
import type { CohortFields } from './contract.ts'

/** A cohort with typical values, for tests. */
export function fakeCohort(overrides: Partial<CohortFields> = {}): CohortFields & { id: string } {
  return {
    id: randomUUID(),
    name: `Cohort ${randomUUID().slice(0, 8)}`,
    code: null,
    admission_term: 'Fall 2025',
    program_id: null,
    start_date: '2025-08-25',
    expected_graduation: '2027-05-15',
    size_target: 40,
    required_hours_total: 720,
    required_specialties: ['med_surg'],
    structured: true,
    ...overrides,
  }
}
