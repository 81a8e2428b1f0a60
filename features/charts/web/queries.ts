import { featureApi } from '#platform/web/api.ts'
import type { chartsContract } from '../contract.ts'

export const charts = featureApi<typeof chartsContract>('charts')
