import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { facilityTeamContract } from '../contract.ts'

export const facilityTeam = featureApi<typeof facilityTeamContract>('facilityTeam')

/** Changes the settings of an organization; the form shows refusals. */
export function useSaveSettings() {
  return useMutation({
    ...facilityTeam.saveSettings.mutationOptions(),
    // The pages of the organization show them too: named by key alone.
    meta: { done: 'Settings saved', quiet: true, touches: [facilityTeam.key(), [['facilities']]] },
  })
}

/** The people as a file; who took it is on record. */
export function useExportUsers() {
  return useMutation({
    ...facilityTeam.exportUsers.mutationOptions(),
    meta: { failed: 'The list could not be saved' },
  })
}

/** Says when someone is away, and who covers; the form shows refusals. */
export function useSetCover() {
  return useMutation({
    ...facilityTeam.setCover.mutationOptions(),
    meta: { done: 'Days away saved', quiet: true, touches: [facilityTeam.key()] },
  })
}

/** Ends the days away of someone before their last day. */
export function useEndCover() {
  return useMutation({
    ...facilityTeam.endCover.mutationOptions(),
    meta: { quiet: true, touches: [facilityTeam.key()] },
  })
}
