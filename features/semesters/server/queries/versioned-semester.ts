import type { Versioned } from '#platform/server/version-conflict.ts'
import { semesterTypeLabels } from '../../rules.ts'

/** The fields of a semester. */
export const versionedSemester: Versioned = {
  what: 'semester',
  labels: {
    name: 'Name',
    start_date: 'First day',
    end_date: 'Last day',
    semester_type: 'Type',
    academic_year: 'Academic year',
    is_active: 'Active',
    settings: 'Days off and sign-up',
    archived_at: 'Archived',
    reopened_at: 'Reopened',
  },
  words: { semester_type: semesterTypeLabels },
  entity: 'semesters',
}
