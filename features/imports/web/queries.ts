import { featureApi } from '#platform/web/api.ts'
import type { importsContract } from '../contract.ts'

export const imports = featureApi<typeof importsContract>('imports')

// Facilities are downstream: their lists are named by key alone, so that features have no circle.
const lists = ['facilities', 'schools', 'users'].map((name) => [[name]] as const)

/** What is stale after a file was written. */
export const importLists = [imports.key(), ...lists]
