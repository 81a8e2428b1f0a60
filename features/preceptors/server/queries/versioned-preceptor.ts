import type { Versioned } from '#platform/server/version-conflict.ts'

/** A preceptor's profile for comparing versions. Its trail belongs to no school, so its own table says who changed it. */
export const versionedPreceptor: Versioned = {
  what: 'profile',
  labels: {},
  entity: 'preceptors',
  hasAuthor: true,
}
