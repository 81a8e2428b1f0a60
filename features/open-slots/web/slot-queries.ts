import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { Specialty } from '#features/facilities/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import type { openSlotsContract, SlotStatus } from '../contract.ts'
import { shiftTouches } from '#features/shifts/web/public.ts'

export type SlotFilter = {
  school_id?: string | undefined
  here?: boolean
  facility_id?: string | undefined
  specialty?: Specialty | undefined
  status?: SlotStatus | undefined
  from?: string | undefined
  to?: string | undefined
}

const openSlots = featureApi<typeof openSlotsContract>('openSlots')

/** Open slots of facilities. Refetched whenever they are shown, because others take them too. */
export const useSlots = (filter: SlotFilter, page: { page?: number; page_size?: number } = {}) =>
  useQuery({
    ...openSlots.list.queryOptions({ input: { ...filter, ...page } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

/** The schools that have an agreement for a unit. */
export const usePartners = (facilityId: string) =>
  useQuery({
    ...openSlots.partners.queryOptions({ input: { facility_id: facilityId } }),
    enabled: facilityId !== '',
  })

export const useOfferSlots = () =>
  useMutation({
    ...openSlots.offer.mutationOptions(),
    meta: { quiet: true, touches: shiftTouches },
    onSuccess: ({ offered }) => toast.success(offered === 1 ? '1 slot offered' : `${offered} slots offered`),
  })
// Refusals are shown slot by slot in the dialog.
export const useTakeSlots = () =>
  useMutation({ ...openSlots.take.mutationOptions(), meta: { quiet: true, touches: shiftTouches } })
export const useWithdrawSlots = () =>
  useMutation({
    ...openSlots.withdraw.mutationOptions(),
    meta: { touches: shiftTouches, quiet: true },
  })
