import { featureApi } from '#platform/web/api.ts'
import type { unitLinksContract } from '../contract.ts'

export const unitLinks = featureApi<typeof unitLinksContract>('unitLinks')
