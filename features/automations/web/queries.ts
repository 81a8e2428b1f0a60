import { featureApi } from '#platform/web/api.ts'
import type { automationsContract } from '../contract.ts'

export const automations = featureApi<typeof automationsContract>('automations')

/** Refetches everything about automation. */
export const touches = [automations.key()]
