import { featureApi } from '#platform/web/api.ts'
import type { siteFinderContract } from '../contract.ts'

export const siteFinder = featureApi<typeof siteFinderContract>('siteFinder')
