import type { Versioned } from '#platform/server/version-conflict.ts'
import { cohortStatusLabels } from '../../rules.ts'

/** The fields of a cohort for comparing versions. */
export const versionedCohort: Versioned = {
  what: 'cohort',
  labels: {
    name: 'Name',
    code: 'Code',
    admission_term: 'Admission term',
    program_id: 'Program',
    start_date: 'First day',
    expected_graduation: 'Expected graduation',
    size_target: 'Target size',
    required_hours_total: 'Clinical hours required',
    required_specialties: 'Specialties required',
    structured: 'Structured',
    status: 'Status',
  },
  words: { status: cohortStatusLabels },
  entity: 'cohorts',
}
