import { featureApi } from '#platform/web/api.ts'
import type { instrumentsContract } from '../contract.ts'

export const instruments = featureApi<typeof instrumentsContract>('instruments')

/** The queries that are stale after any change to a form. */
export const touches = [instruments.key()]
