import { roleLabels } from '#core/roles.ts'
import type { Versioned } from '#platform/server/version-conflict.ts'

/** The fields of a student that their school may change. */
export const versionedStudent: Versioned = {
  what: 'student',
  labels: {
    full_name: 'Name',
    student_number: 'Student ID',
    phone: 'Phone',
    graduation_date: 'Graduation',
    status: 'Status',
    role: 'Role',
  },
  words: { role: roleLabels },
  entity: 'users',
}
