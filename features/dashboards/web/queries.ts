import { featureApi } from '#platform/web/api.ts'
import type { dashboardsContract } from '../contract.ts'

export const dashboards = featureApi<typeof dashboardsContract>('dashboards')
