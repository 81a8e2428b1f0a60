import { featureApi, keysOf } from '#platform/web/api.ts'
import type { automationsContract } from '../contract.ts'

export const automations = featureApi<typeof automationsContract>('automations')

/** Refetches everything about automation. */
export const touches = keysOf('automations')
/** An accepted change creates and publishes shifts, and assigns students. */
export const touchedByChanges = keysOf('automations', 'shifts', 'assignments', 'students', 'dashboards')
