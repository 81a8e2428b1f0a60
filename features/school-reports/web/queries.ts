import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { schoolReportsContract } from '../contract.ts'

export const schoolReports = featureApi<typeof schoolReportsContract>('schoolReports')
const touches = [schoolReports.key()]

/** Saves a report; the form shows refusals. */
export const useSaveReport = () =>
  useMutation({
    ...schoolReports.save.mutationOptions(),
    meta: { quiet: true, done: 'Report saved', touches },
  })

export const useRemoveReport = () =>
  useMutation({
    ...schoolReports.remove.mutationOptions(),
    meta: { done: 'Saved report removed', failed: 'The saved report was not removed', touches },
  })
