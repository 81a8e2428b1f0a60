import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { Specialty } from '#features/facilities/contract.ts'
import { toast } from '#ui/toast.ts'
import type { SlotStatus } from '../contract.ts'
import { shifts, shiftTouches } from './queries.ts'

export type SlotFilter = {
  school_id?: string | undefined
  here?: boolean
  facility_id?: string | undefined
  specialty?: Specialty | undefined
  status?: SlotStatus | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Places that facilities offer. Asked anew whenever they are looked at: others take them too. */
export const useSlots = (filter: SlotFilter, page: { page?: number; page_size?: number } = {}) =>
  useQuery({
    ...shifts.slots.queryOptions({ input: { ...filter, ...page } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

/** The schools that have an agreement for a unit. */
export const usePartners = (facilityId: string) =>
  useQuery({
    ...shifts.partners.queryOptions({ input: { facility_id: facilityId } }),
    enabled: facilityId !== '',
  })

export const useOfferSlots = () =>
  useMutation({
    ...shifts.offerSlots.mutationOptions(),
    meta: { quiet: true, touches: [shifts.key()] },
    onSuccess: ({ offered }) =>
      toast.success(offered === 1 ? 'One place offered' : `${offered} places offered`),
  })
// What was refused is told place by place where it was asked.
export const useTakeSlots = () =>
  useMutation({ ...shifts.takeSlots.mutationOptions(), meta: { quiet: true, touches: shiftTouches } })
export const useWithdrawSlots = () =>
  useMutation({
    ...shifts.withdrawSlots.mutationOptions(),
    meta: { touches: [shifts.key()], failed: 'Nothing was withdrawn' },
  })
