import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { credentialsContract } from '../contract.ts'

export const credentials = featureApi<typeof credentialsContract>('credentials')

// Dashboards and rosters are upstream: named by key alone, so that features have no circle.
export const touches = [
  credentials.key(),
  ...['dashboards', 'assignments', 'files'].map((feature) =>
    featureApi<Record<string, never>>(feature).key(),
  ),
]

/** Sends a credential; the form shows refusals. */
export function useSubmitCredential() {
  return useMutation({
    ...credentials.submit.mutationOptions(),
    meta: { done: 'Sent for review', quiet: true, touches },
  })
}

/** Takes a submission for two minutes; the page shows who has it. */
export function useOpenCredential() {
  return useMutation({ ...credentials.open.mutationOptions(), meta: { quiet: true } })
}

/** Decides; `failed` names what was not decided where the page has moved on meanwhile. */
export function useDecideCredential(failed = 'Nothing was decided') {
  return useMutation({
    ...credentials.decide.mutationOptions(),
    meta: { failed, touches },
  })
}

/** Reads documents before they are sent; where it cannot, nothing is said. */
export function usePrecheck() {
  return useMutation({ ...credentials.precheck.mutationOptions(), meta: { quiet: true } })
}

/** Tries or writes a file of records; the dialog shows refusals. */
export function useImportRecords() {
  return useMutation({ ...credentials.importRecords.mutationOptions(), meta: { quiet: true } })
}

export function useWaive() {
  return useMutation({
    ...credentials.waive.mutationOptions(),
    meta: { done: 'Requirement waived', quiet: true, touches },
  })
}

/** Records what the school looked up itself; the dialog shows refusals. */
export function useRecordCheck() {
  return useMutation({
    ...credentials.recordCheck.mutationOptions(),
    meta: { done: 'Check recorded', quiet: true, touches },
  })
}

export function useRemind() {
  return useMutation({
    ...credentials.remind.mutationOptions(),
    meta: { failed: 'No one was reminded', touches },
  })
}

/** Reminds everyone concerned as a job; the page shows how far it is, and refusals. */
export function useRemindAll() {
  return useMutation({ ...credentials.remindAll.mutationOptions(), meta: { failed: 'No one was reminded' } })
}

export function useAddBlanket() {
  return useMutation({
    ...credentials.addBlanket.mutationOptions(),
    meta: { done: 'Added for everyone', quiet: true, touches },
  })
}

export function useEndBlanket() {
  return useMutation({
    ...credentials.endBlanket.mutationOptions(),
    meta: { done: 'Ended', quiet: true, touches },
  })
}
