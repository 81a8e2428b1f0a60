import { featureApi } from '#platform/web/api.ts'
import type { automationsContract } from '../contract.ts'

export const automations = featureApi<typeof automationsContract>('automations')

/** All that changes of automation is asked again. */
export const touches = [automations.key()]
