import type { Versioned } from '#platform/server/version-conflict.ts'

/** A proposal for comparing versions: its student does not read the trail, so the project itself says who changed it. */
export const versionedProposal: Versioned = {
  what: 'proposal',
  labels: {},
  entity: 'capstone_projects',
  hasAuthor: true,
}
