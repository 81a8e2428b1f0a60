import { featureApi } from '#platform/web/api.ts'
import type { mappingsContract } from '../contract.ts'

export const mappings = featureApi<typeof mappingsContract>('mappings')

/** All that changes of clinical mapping is asked again: also by other pages. */
export const touches = [mappings.key()]
