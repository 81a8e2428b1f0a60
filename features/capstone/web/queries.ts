import { featureApi } from '#platform/web/api.ts'
import type { capstoneContract } from '../contract.ts'

export const capstone = featureApi<typeof capstoneContract>('capstone')
