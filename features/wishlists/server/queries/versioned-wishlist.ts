import type { Versioned } from '#platform/server/version-conflict.ts'
import { kindLabels, policyLabels } from '../../rules.ts'

/** The fields of a wishlist for comparing versions; its options are compared in the form. */
export const versionedWishlist: Versioned = {
  what: 'wishlist',
  labels: {
    name: 'Name',
    kind: 'What students rank',
    semester_id: 'Semester',
    cohort_ids: 'Cohorts',
    opens_on: 'First day',
    closes_on: 'Last day',
    min_choices: 'Minimum choices',
    max_choices: 'Maximum choices',
    policy: 'Policy',
    rotations: 'Rotations per student',
    allow_comments: 'Comments',
    allow_hardship: 'Hardship declarations',
    partners_rank: 'Facilities and preceptors rank',
    instructions: 'Instructions',
    status: 'Status',
  },
  words: { kind: kindLabels, policy: policyLabels },
  entity: 'wishlist_campaigns',
  hasAuthor: true,
}
