import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { systemSettingsContract } from '../contract.ts'

export const systemSettings = featureApi<typeof systemSettingsContract>('systemSettings')

/** Settings that every page shows are loaded with the signed-in person. */
const touches = [systemSettings.key(), featureApi<Record<string, never>>('accounts').key()]

export const useUpdateConfig = () =>
  useMutation({ ...systemSettings.updateConfig.mutationOptions(), meta: { quiet: true, touches } })

const touchesJobs = [systemSettings.key(), featureApi<Record<string, never>>('jobs').key()]
export const useRunTask = () =>
  useMutation({ ...systemSettings.runTask.mutationOptions(), meta: { quiet: true, touches: touchesJobs } })
export const useRunMaintenance = () =>
  useMutation({
    ...systemSettings.runMaintenance.mutationOptions(),
    meta: { quiet: true, touches: touchesJobs },
  })
