import { featureApi } from '#platform/web/api.ts'
import type { instrumentsContract } from '../contract.ts'

export const instruments = featureApi<typeof instrumentsContract>('instruments')

/** What is stale after any change of a form. */
export const touches = [instruments.key()]
