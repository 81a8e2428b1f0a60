import type { Versioned } from '#platform/server/version-conflict.ts'

/** The fields of a credential type that can change, for comparing versions. */
export const versionedType: Versioned = {
  what: 'type',
  labels: {
    name: 'Name',
    validity: 'Validity',
    fields: 'Fields',
    needs_file: 'A document must be added',
    allows_waiver: 'Can be waived',
    conditional_days: 'Conditional approval, days',
    conditional_times: 'Conditional approvals',
    grace_days: 'Grace, days',
    instructions: 'Instructions for students',
    example_url: 'Example of a good document',
    status: 'Status',
  },
  entity: 'credential_types',
  hasAuthor: true,
}
