import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { preceptorsContract } from '../contract.ts'

export const preceptors = featureApi<typeof preceptorsContract>('preceptors')

const touches = [preceptors.key(), featureApi<Record<string, never>>('capstone').key()]

export const useInvite = () =>
  useMutation({
    ...preceptors.invite.mutationOptions(),
    meta: { quiet: true, done: 'Preceptor added', touches },
  })
export const useSaveProfile = () =>
  useMutation({ ...preceptors.save.mutationOptions(), meta: { quiet: true, done: 'Profile saved', touches } })
