import { featureApi } from '#platform/web/api.ts'
import type { cohortsContract } from '../contract.ts'

export const cohorts = featureApi<typeof cohortsContract>('cohorts')
