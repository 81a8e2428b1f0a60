import type { Versioned } from '#platform/server/version-conflict.ts'

/** The fields of a requirement for comparing versions. */
export const versionedRequirement: Versioned = {
  what: 'requirement',
  labels: {
    applies_to: 'Who needs it',
    levels: 'Levels',
    validity: 'Validity',
    is_mandatory: 'Needed to attend',
    due_weeks: 'Due, weeks before the first shift',
    due_date: 'Due date',
    active_from: 'Required from',
    active_to: 'Until',
    status: 'Status',
    instructions: 'Instructions',
    providers: 'Accepted providers',
    file_ids: 'Attachments',
  },
  words: { applies_to: { student: 'Students', proctor: 'Instructors', both: 'Students and instructors' } },
  entity: 'credential_requirements',
  hasAuthor: true,
}
