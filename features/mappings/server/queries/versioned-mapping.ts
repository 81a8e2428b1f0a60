import { specialtyLabels } from '#core/specialties.ts'
import type { Versioned } from '#platform/server/version-conflict.ts'
import { statusLabels } from '../../messages.ts'

/** The fields of a mapping for comparing versions. */
export const versionedMapping: Versioned = {
  what: 'mapping',
  labels: {
    specialties: 'Any unit of these specialties',
    min_hours: 'Hours to be done there',
    priority: 'Order of use',
    rationale: 'Why it fits',
    status: 'Status',
    review_note: 'Note',
  },
  words: { specialties: specialtyLabels, status: statusLabels },
  entity: 'mappings',
  hasAuthor: true,
}
