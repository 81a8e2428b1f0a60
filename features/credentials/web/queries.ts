import { useMutation } from '@tanstack/react-query'
import { featureApi, keysOf } from '#platform/web/api.ts'
import type { credentialsContract } from '../contract.ts'

export const credentials = featureApi<typeof credentialsContract>('credentials')

export const touches = keysOf('credentials', 'dashboards', 'assignments', 'students', 'files')

/** Sends a credential; the form shows refusals. */
export function useSubmitCredential() {
  return useMutation({
    ...credentials.submit.mutationOptions(),
    meta: { done: 'Sent for review', quiet: true, touches },
  })
}

/** Locks a submission for two minutes; the page shows who has it. */
export function useOpenCredential() {
  return useMutation({ ...credentials.open.mutationOptions(), meta: { quiet: true } })
}

/** Decides; `failed` names what was not decided, in case the page has moved on. */
export function useDecideCredential(failed = 'Nothing was decided') {
  return useMutation({
    ...credentials.decide.mutationOptions(),
    meta: { failed, touches },
  })
}

/** Reads documents before they are sent; shows nothing if it fails. */
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

/** Records what the school checked itself; the dialog shows refusals. */
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

/** Reminds everyone affected as a job; the page shows its progress and refusals. */
export function useRemindAll() {
  return useMutation({ ...credentials.remindAll.mutationOptions(), meta: { failed: 'No one was reminded' } })
}

export function useAddSharedDocument() {
  return useMutation({
    ...credentials.addBlanket.mutationOptions(),
    meta: { done: 'Added for everyone', quiet: true, touches },
  })
}

export function useEndSharedDocument() {
  return useMutation({
    ...credentials.endBlanket.mutationOptions(),
    meta: { done: 'Ended', quiet: true, touches },
  })
}
