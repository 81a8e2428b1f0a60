import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { privacyContract } from '../contract.ts'

export const privacy = featureApi<typeof privacyContract>('privacy')

// Other data that depends on a release: named by key only, to avoid circular imports.
const students = featureApi<Record<string, never>>('students').key()
const audit = featureApi<Record<string, never>>('audit').key()
const cohorts = featureApi<Record<string, never>>('cohorts').key()
const accounts = featureApi<Record<string, never>>('accounts').key()

export function useGrant() {
  return useMutation({
    ...privacy.grant.mutationOptions(),
    meta: { quiet: true, done: 'Your information is released', touches: [privacy.key()] },
  })
}

export function useRevoke() {
  return useMutation({
    ...privacy.revoke.mutationOptions(),
    meta: {
      done: 'Revoked: nothing more is shown',
      failed: 'The release was not revoked',
      touches: [privacy.key(), students, audit],
    },
  })
}

export function useSetDirectoryOptOut() {
  return useMutation({
    ...privacy.setDirectoryOptOut.mutationOptions(),
    meta: {
      done: 'Directory choice saved',
      failed: 'The choice was not saved',
      touches: [privacy.key(), students, audit, cohorts],
    },
  })
}

export function useRecordRelease() {
  return useMutation({
    ...privacy.record.mutationOptions(),
    meta: { quiet: true, done: 'Release recorded', touches: [privacy.key(), students, audit] },
  })
}

export function useAskForRelease() {
  return useMutation({
    ...privacy.ask.mutationOptions(),
    meta: { failed: 'They were not asked' },
  })
}

/** The account page has the same row, so its version is updated too. */
export function useSetEmergencyContact() {
  return useMutation({
    ...privacy.setEmergencyContact.mutationOptions(),
    meta: { quiet: true, done: 'Emergency contact saved', touches: [privacy.key(), accounts] },
  })
}
