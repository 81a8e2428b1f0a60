import { featureApi } from '#platform/web/api.ts'
import type { shiftPlansContract } from '../contract.ts'

export const shiftPlans = featureApi<typeof shiftPlansContract>('shiftPlans')
