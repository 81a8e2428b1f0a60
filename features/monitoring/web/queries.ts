import { featureApi } from '#platform/web/api.ts'
import type { monitoringContract } from '../contract.ts'

export const monitoring = featureApi<typeof monitoringContract>('monitoring')
