import { useMutation } from '@tanstack/react-query'
import { shiftTouches } from '#features/shifts/web/public.ts'
import { featureApi } from '#platform/web/api.ts'
import type { rotationsContract } from '../contract.ts'
import { untilFollowed } from './until-followed.ts'

export const rotations = featureApi<typeof rotationsContract>('rotations')

// Wishlists offer rotations: named by key only, because they depend on this feature.
const touches = [...shiftTouches, featureApi<Record<string, never>>('wishlists').key()]
const quiet = (done: string) => ({ quiet: true, done, touches })

export const useCreateRotation = () =>
  useMutation({
    ...rotations.create.mutationOptions(),
    meta: quiet('Rotation created, its shifts are drafts'),
  })
export const useAdoptSeries = () =>
  useMutation({ ...rotations.adopt.mutationOptions(), meta: quiet('The series is a rotation now') })
export const useTakeOffers = () =>
  useMutation({ ...rotations.takeSlots.mutationOptions(), meta: quiet('The days are yours') })
export const usePreview = () => useMutation({ ...rotations.preview.mutationOptions(), meta: { quiet: true } })
export const useUpdateRotation = () =>
  useMutation({ ...untilFollowed(rotations.update.mutationOptions()), meta: quiet('Rotation changed') })
export const useAlign = () =>
  useMutation({
    ...untilFollowed(rotations.align.mutationOptions()),
    meta: { failed: 'The shifts were not changed', touches },
  })
export const useCancelRotation = () =>
  useMutation({
    ...untilFollowed(rotations.cancel.mutationOptions()),
    meta: { done: 'Rotation canceled', failed: 'The rotation was not canceled', touches },
  })
