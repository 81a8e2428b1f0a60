import { specialtyLabels } from '#core/specialties.ts'
import { experienceLabels } from '#features/shifts/rules.ts'
import type { Versioned } from '#platform/server/version-conflict.ts'

/** The fields of a rotation for comparing versions. */
export const versionedRotation: Versioned = {
  what: 'rotation',
  labels: {
    name: 'Name',
    course_code: 'Course',
    facility_id: 'Unit',
    specialty: 'Specialty',
    experience_type: 'Kind',
    pattern: 'Days',
    start_time: 'Start',
    end_time: 'End',
    break_min: 'Break (minutes)',
    conference_min: 'Conference (minutes)',
    seats: 'Seats',
    min_seats: 'Minimum students',
    level_seats: 'Maximum students by year',
    requires: 'Completed before',
    cohort_ids: 'Cohorts',
    instructors: 'Instructors',
    canceled_at: 'Canceled',
  },
  words: { specialty: specialtyLabels, experience_type: experienceLabels, requires: specialtyLabels },
  entity: 'rotations',
}
