import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { featureApi, keysOf } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import type { facilitiesContract, FacilityKind } from '../contract.ts'
import type { SettleOccasion } from '../rules/settling.ts'
import { kindLabels } from '../rules.ts'
import { overCapacity } from '../rules/planned-shifts.ts'

export const facilities = featureApi<typeof facilitiesContract>('facilities')
/** Settling moves and cancels shifts; a new unit can be chosen. */
const touches = keysOf(
  'facilities',
  'facilityTeam',
  'shifts',
  'shiftApprovals',
  'openSlots',
  'siteFinder',
  'dashboards',
)

/** A facility with everything its page shows. */
export function useFacility(id: string | undefined) {
  return useQuery({
    ...facilities.get.queryOptions({ input: { id: id ?? '' } }),
    enabled: id !== undefined,
  })
}

/** Same, but refetched on mount: a form starts with current data. */
export function useFreshFacility(id: string | undefined) {
  return useQuery({
    ...facilities.get.queryOptions({ input: { id: id ?? '' } }),
    enabled: id !== undefined,
    refetchOnMount: 'always',
  })
}

/** Same for a changing choice: the last facility stays until the next one loads. */
export function useChosenFacility(id: string | undefined) {
  return useQuery({
    ...facilities.get.queryOptions({ input: { id: id ?? '' } }),
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
  })
}

const said = (kind: FacilityKind, what: string) => ({
  quiet: true,
  done: `${kindLabels[kind]} ${what} successfully`,
  touches,
})

/** Returns a function that counts a unit's upcoming shifts with more students than a limit. */
export function useOverCapacity() {
  const client = useQueryClient()
  return async (unitId: string, most: number): Promise<ReturnType<typeof overCapacity>> => {
    const { shifts } = await client.fetchQuery({
      ...facilities.affectedShifts.queryOptions({ input: { id: unitId } }),
      staleTime: 0,
    })
    return overCapacity(shifts, most)
  }
}

/** Creates an organization, a site or a unit. */
export function useCreate(kind: FacilityKind) {
  const organization = useMutation({
    ...facilities.createOrganization.mutationOptions(),
    meta: said('organization', 'created'),
  })
  const site = useMutation({ ...facilities.createSite.mutationOptions(), meta: said('site', 'created') })
  const unit = useMutation({ ...facilities.createUnit.mutationOptions(), meta: said('unit', 'created') })
  return { organization, site, unit }[kind]
}

/** Changes an organization, a site or a unit. */
export function useUpdate(kind: FacilityKind) {
  const organization = useMutation({
    ...facilities.updateOrganization.mutationOptions(),
    meta: said('organization', 'updated'),
  })
  const site = useMutation({ ...facilities.updateSite.mutationOptions(), meta: said('site', 'updated') })
  const unit = useMutation({ ...facilities.updateUnit.mutationOptions(), meta: said('unit', 'updated') })
  return { organization, site, unit }[kind]
}

export function useMove() {
  return useMutation({
    ...facilities.move.mutationOptions(),
    meta: { quiet: true, done: 'Moved successfully', touches },
  })
}

/** Pauses, closes or archives with the decisions for upcoming shifts; the toast offers to undo an archive. */
export function useSettle(occasion: SettleOccasion) {
  const restore = useRestore()
  const pause = useMutation({
    ...facilities.pauseUnit.mutationOptions(),
    meta: { quiet: true, done: 'Unit paused successfully', touches },
  })
  const close = useMutation({
    ...facilities.closeUnit.mutationOptions(),
    meta: { quiet: true, done: 'Unit closed successfully', touches },
  })
  const archive = useMutation({
    ...facilities.archive.mutationOptions(),
    meta: { quiet: true, touches },
    onSuccess: ({ id, version }) =>
      toast.undo('Archived successfully', () => restore.mutate({ id, version })),
  })
  return { pause, close, archive }[occasion]
}

/** Closes units on some days; the toast says how many and offers to undo it. */
export function useCloseDays(facilityId: string) {
  const reopen = useMutation({
    ...facilities.reopenDays.mutationOptions(),
    meta: { done: 'Days opened again', failed: 'The days could not be opened again', touches },
  })
  return useMutation({
    ...facilities.closeDays.mutationOptions(),
    meta: { quiet: true, touches },
    onSuccess: ({ units }, { days }) => {
      const closed = units.filter(({ outcome }) => outcome === 'close').map(({ id }) => id)
      const left = units.length - closed.length
      const title = `Days closed in ${closed.length === 1 ? '1 unit' : `${closed.length} units`}`
      const rest = left === 1 ? '1 stays as it is' : `${left} stay as they are`
      if (closed.length === 0) return toast.info('No unit was changed')
      toast.undo(left > 0 ? `${title}; ${rest}` : title, () =>
        reopen.mutate({ id: facilityId, days, unit_ids: closed }),
      )
    },
  })
}

/** Copies settings to other units; the dialog shows the results itself, so there is no toast. */
export function useCopySettings() {
  return useMutation({ ...facilities.copySettings.mutationOptions(), meta: { quiet: true, touches } })
}

export function useUndoCopy() {
  return useMutation({
    ...facilities.undoCopy.mutationOptions(),
    meta: { failed: 'The copy could not be undone', touches },
    onSuccess: ({ restored, kept }) => {
      const title = `Settings as before in ${restored === 1 ? '1 unit' : `${restored} units`}`
      toast.success(kept > 0 ? `${title}; ${kept} changed since` : title)
    },
  })
}

export function useResume() {
  return useMutation({
    ...facilities.resumeUnit.mutationOptions(),
    meta: { quiet: true, done: 'Unit resumed', touches },
  })
}

export function useRestore() {
  return useMutation({
    ...facilities.restore.mutationOptions(),
    meta: { done: 'Restored successfully', failed: 'It could not be restored', touches },
  })
}

export function useExportOrganizations() {
  return useMutation({
    ...facilities.exportCsv.mutationOptions(),
    meta: { failed: 'The list could not be exported' },
  })
}
