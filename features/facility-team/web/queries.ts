import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { facilityTeamContract } from '../contract.ts'

export const facilityTeam = featureApi<typeof facilityTeamContract>('facilityTeam')

/** Changes the settings of an organization; the form shows refusals. */
export function useSaveSettings() {
  return useMutation({
    ...facilityTeam.saveSettings.mutationOptions(),
    // The organization's pages show them too; named by key only.
    meta: { done: 'Settings saved', quiet: true, touches: [facilityTeam.key(), [['facilities']]] },
  })
}

/** Exports the people as a file; the export is recorded. */
export function useExportUsers() {
  return useMutation({
    ...facilityTeam.exportUsers.mutationOptions(),
    meta: { failed: 'The list could not be exported' },
  })
}

/** Sets when someone is away, and who covers; the form shows refusals. */
export function useSetCover() {
  return useMutation({
    ...facilityTeam.setCover.mutationOptions(),
    meta: { done: 'Days away saved', quiet: true, touches: [facilityTeam.key()] },
  })
}

/** Ends someone's days away early. */
export function useEndCover() {
  return useMutation({
    ...facilityTeam.endCover.mutationOptions(),
    meta: { quiet: true, touches: [facilityTeam.key()] },
  })
}
