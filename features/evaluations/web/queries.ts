import { featureApi, featureClient } from '#platform/web/api.ts'
import type { evaluationsContract } from '../contract.ts'

export const evaluations = featureApi<typeof evaluationsContract>('evaluations')
export const calls = featureClient<typeof evaluationsContract>('evaluations')

/** The queries that are stale after any change to an evaluation. */
export const touches = [evaluations.key()]
