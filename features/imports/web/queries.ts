import { featureApi } from '#platform/web/api.ts'
import type { importsContract } from '../contract.ts'

export const imports = featureApi<typeof importsContract>('imports')

// Facilities depend on this feature: their lists are named by key only, to avoid an import cycle.
const lists = ['facilities', 'schools', 'users'].map((name) => [[name]] as const)

/** The queries that are stale after a file was written. */
export const importLists = [imports.key(), ...lists]
