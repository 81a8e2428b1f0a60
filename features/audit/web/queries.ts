import { featureApi } from '#platform/web/api.ts'
import type { auditContract } from '../contract.ts'

export const audit = featureApi<typeof auditContract>('audit')
