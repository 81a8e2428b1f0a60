import { featureApi } from '#platform/web/api.ts'
import type { mappingsContract } from '../contract.ts'

export const mappings = featureApi<typeof mappingsContract>('mappings')

/** Every change invalidates all queries of clinical mapping, also on other pages. */
export const touches = [mappings.key()]
