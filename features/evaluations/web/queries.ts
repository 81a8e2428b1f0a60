import { featureApi, featureClient } from '#platform/web/api.ts'
import type { evaluationsContract } from '../contract.ts'

export const evaluations = featureApi<typeof evaluationsContract>('evaluations')
export const calls = featureClient<typeof evaluationsContract>('evaluations')

/** What is stale after any change of an evaluation. */
export const touches = [evaluations.key()]
