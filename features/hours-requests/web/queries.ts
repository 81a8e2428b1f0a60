import { useMutation } from '@tanstack/react-query'
import { featureApi, keysOf } from '#platform/web/api.ts'
import type { hoursRequestsContract } from '../contract.ts'

export const hoursRequests = featureApi<typeof hoursRequestsContract>('hoursRequests')

const touches = keysOf('hoursRequests', 'dashboards', 'hours', 'semesterReports', 'students')

/** Reports hours; the form shows refusals. */
export function useReportHours() {
  return useMutation({
    ...hoursRequests.report.mutationOptions(),
    meta: { quiet: true, done: 'Hours reported', touches },
  })
}

/** Answers the school's question; the form shows refusals. */
export function useAnswer() {
  return useMutation({
    ...hoursRequests.answer.mutationOptions(),
    meta: { quiet: true, done: 'Answer sent', touches },
  })
}

export function useWithdraw() {
  return useMutation({
    ...hoursRequests.withdraw.mutationOptions(),
    meta: { done: 'Reported hours withdrawn', quiet: true, touches },
  })
}

export function useConfirmHours() {
  return useMutation({ ...hoursRequests.confirm.mutationOptions(), meta: { quiet: true, touches } })
}

export function useDecide() {
  return useMutation({ ...hoursRequests.decide.mutationOptions(), meta: { quiet: true, touches } })
}
