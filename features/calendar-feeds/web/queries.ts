import { featureApi } from '#platform/web/api.ts'
import type { calendarFeedsContract } from '../contract.ts'

export const calendarFeeds = featureApi<typeof calendarFeedsContract>('calendarFeeds')
