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

// What is said once it is done is not said by the form: the form may be gone by then.
/** Submits a report once what was written last is saved; the form shows a refusal. */
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

/** Accepts several reports; what could not be accepted is said. */
export const useAcceptReports = () =>
  useMutation({
    ...reports.acceptMany.mutationOptions(),
    meta: { quiet: true, touches },
  })

/** Reports an incident; the form shows a refusal. */
export const useReportIncident = () =>
  useMutation({
    ...reports.reportIncident.mutationOptions(),
    meta: { quiet: true, done: 'Incident reported. Your school is notified.', touches },
  })

/** Closes an incident with what came of it. */
export const useCloseIncident = () =>
  useMutation({
    ...reports.closeIncident.mutationOptions(),
    meta: { quiet: true, touches: [...touches, featureApi<Record<string, never>>('semesterReports').key()] },
  })

/** Corrects what a finished shift counts for; the form shows refusals. */
export const useCorrectHours = () =>
  useMutation({
    ...reports.correctHours.mutationOptions(),
    meta: {
      quiet: true,
      done: 'Hours corrected',
      touches: [...touches, featureApi<Record<string, never>>('hours').key()],
    },
  })
