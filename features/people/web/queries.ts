import { featureApi } from '#platform/web/api.ts'
import type { peopleContract } from '../contract.ts'

export const people = featureApi<typeof peopleContract>('people')
