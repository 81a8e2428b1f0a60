import { featureApi } from '#platform/web/api.ts'
import type { shiftLifecycleContract } from '../contract.ts'

export const shiftLifecycle = featureApi<typeof shiftLifecycleContract>('shiftLifecycle')
