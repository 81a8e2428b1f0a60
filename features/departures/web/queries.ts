import { useMutation } from '@tanstack/react-query'
import { featureApi, keysOf } from '#platform/web/api.ts'
import type { departuresContract } from '../contract.ts'

export const departures = featureApi<typeof departuresContract>('departures')

// A departure affects many features: their lists are named by key only, to avoid an import cycle.
export const departureTouches = keysOf(
  'users',
  'people',
  'students',
  'facilityTeam',
  'shifts',
  'assignments',
  'cohorts',
  'permissions',
  'permissionRequests',
  'invitations',
  'dashboards',
  'audit',
  'departures',
)

export function useDeactivate() {
  return useMutation({
    ...departures.deactivate.mutationOptions(),
    meta: { quiet: true, touches: departureTouches },
  })
}

export function useReactivate() {
  return useMutation({
    ...departures.reactivate.mutationOptions(),
    meta: { quiet: true, done: 'Reactivated', touches: departureTouches },
  })
}

export function useCancelDeparture() {
  return useMutation({
    ...departures.cancel.mutationOptions(),
    // The question shows a refusal.
    meta: { quiet: true, done: 'The departure is canceled', touches: departureTouches },
    // Someone else was first: shows the current data next to who changed it.
    onError: (_error, _sent, _before, { client }) =>
      void client.invalidateQueries({ queryKey: departures.key() }),
  })
}
