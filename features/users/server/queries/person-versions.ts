import type { Versioned } from '#platform/server/version-conflict.ts'
import { roleLabels } from '#core/roles.ts'

/** The fields of a person that the superadmin may change, with their labels. */
export const versionedPerson: Versioned = {
  what: 'person',
  labels: {
    role: 'Role',
    status: 'Status',
    linked_school_id: 'School',
    linked_facility_id: 'Facility',
    full_name: 'Name',
    email: 'Email',
  },
  words: { role: roleLabels },
  entity: 'users',
}
