import { useMutation } from '@tanstack/react-query'
import { featureApi, featureClient } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import type { Report, shiftReportsContract } from '../contract.ts'

export const reports = featureApi<typeof shiftReportsContract>('shiftReports')

export const touches = [
  reports.key(),
  featureApi<Record<string, never>>('attendance').key(),
  featureApi<Record<string, never>>('assignments').key(),
  featureApi<Record<string, never>>('shifts').key(),
]

export const calls = featureClient<typeof shiftReportsContract>('shiftReports')

// Success messages are shown outside the form, which may be gone by then.
/** Submits a report after saving the last changes; the form shows a refusal. */
export const useSubmitReport = (
  shiftId: string,
  flush: () => Promise<number>,
  onSuccess: (report: Pick<Report, 'status'>) => void,
) =>
  useMutation({
    mutationFn: async (hasTicked: boolean) =>
      calls.submit({ shift_id: shiftId, version: await flush(), no_patient_information: hasTicked }),
    meta: { quiet: true, touches },
    onSuccess,
  })

/** Accepts a report or returns it. */
export const useDecideReport = () =>
  useMutation({
    ...reports.decide.mutationOptions(),
    meta: { failed: 'The report was not decided', touches },
    onSuccess: ({ status }) =>
      toast.success(status === 'accepted' ? 'Report accepted. The hours are posted.' : 'Report returned'),
  })

/** Accepts several reports; says which could not be accepted. */
export const useAcceptReports = () =>
  useMutation({
    ...reports.acceptMany.mutationOptions(),
    meta: { quiet: true, touches },
  })

/** Why an instructor was not reminded of an overdue report. */
export const notReminded = 'They were reminded today already, or it is not overdue anymore.'

/** Reminds the instructors of overdue reports; says whose could not be reminded. */
export const useRemindInstructors = () =>
  useMutation({
    ...reports.remind.mutationOptions(),
    meta: { quiet: true },
  })

/** Reports an incident; the form shows a refusal. */
export const useReportIncident = () =>
  useMutation({
    ...reports.reportIncident.mutationOptions(),
    meta: { quiet: true, done: 'Incident reported. Your school is notified.', touches },
  })

/** Closes an incident with its outcome. */
export const useCloseIncident = () =>
  useMutation({
    ...reports.closeIncident.mutationOptions(),
    meta: { quiet: true, touches: [...touches, featureApi<Record<string, never>>('semesterReports').key()] },
  })

/** Corrects the credited hours of a finished shift; the form shows refusals. */
export const useCorrectHours = () =>
  useMutation({
    ...reports.correctHours.mutationOptions(),
    meta: {
      quiet: true,
      done: 'Hours corrected',
      touches: [...touches, featureApi<Record<string, never>>('hours').key()],
    },
  })
