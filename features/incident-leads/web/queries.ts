import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { incidentLeadsContract } from '../contract.ts'

export const incidentLeads = featureApi<typeof incidentLeadsContract>('incidentLeads')

export const useNameIncidentLead = () =>
  useMutation({
    ...incidentLeads.name.mutationOptions(),
    meta: { quiet: true, touches: [incidentLeads.key()] },
  })
