import { featureApi } from '#platform/web/api.ts'
import type { mailsContract } from '../contract.ts'

export const mails = featureApi<typeof mailsContract>('mails')
