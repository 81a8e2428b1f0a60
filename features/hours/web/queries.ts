import { featureApi } from '#platform/web/api.ts'
import type { hoursContract } from '../contract.ts'

export const hours = featureApi<typeof hoursContract>('hours')
