import { featureApi } from '#platform/web/api.ts'
import type { sitePinsContract } from '../contract.ts'

export const sitePins = featureApi<typeof sitePinsContract>('sitePins')
