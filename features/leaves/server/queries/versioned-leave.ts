import type { Versioned } from '#platform/server/version-conflict.ts'
import { leaveReasonLabels } from '../../rules.ts'

/** The fields of a leave for comparing versions. */
export const versionedLeave: Versioned = {
  what: 'leave',
  labels: { starts_on: 'First day', ends_on: 'Last day', reason: 'Reason', note: 'Note' },
  words: { reason: leaveReasonLabels },
  entity: 'student_leaves',
}
