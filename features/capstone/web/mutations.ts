import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import { capstone } from './queries.ts'

const touches = [
  capstone.key(),
  featureApi<Record<string, never>>('hours').key(),
  featureApi<Record<string, never>>('preceptors').key(),
  featureApi<Record<string, never>>('evaluations').key(),
]

/** Mutations of a project; those whose form shows the refusal are quiet. */
export const useSaveProject = () =>
  useMutation({ ...capstone.save.mutationOptions(), meta: { quiet: true, done: 'Proposal saved', touches } })
export const useMove = () =>
  useMutation({
    ...capstone.move.mutationOptions(),
    meta: { done: 'Project updated', failed: 'The project was not updated', touches },
  })
export const useApprove = () =>
  useMutation({
    ...capstone.approve.mutationOptions(),
    meta: { quiet: true, done: 'Proposal approved', touches },
  })
export const useChangeFaculty = () =>
  useMutation({
    ...capstone.changeFaculty.mutationOptions(),
    meta: { quiet: true, done: 'Faculty member changed', touches },
  })
export const useAskFacility = () =>
  useMutation({
    ...capstone.askFacility.mutationOptions(),
    meta: { quiet: true, done: 'Facility asked', touches },
  })
export const useNominate = () =>
  useMutation({
    ...capstone.nominate.mutationOptions(),
    meta: { quiet: true, done: 'Preceptor nominated', touches },
  })
const decided = {
  ask: 'Preceptor asked',
  // The page says it, which knows whose nomination it was.
  withdraw: undefined,
  end: 'Preceptor’s time ended',
}
export const useDecideNomination = () =>
  useMutation({
    ...capstone.decideNomination.mutationOptions(),
    onSuccess: (_done, { decision }) => decided[decision] && toast.success(decided[decision]),
    meta: { failed: 'The nomination was not updated', touches },
  })
export const useAnswer = () =>
  useMutation({
    ...capstone.answer.mutationOptions(),
    meta: { done: 'Answer sent', failed: 'Your answer was not sent', touches },
  })
export const useSign = () =>
  useMutation({
    ...capstone.sign.mutationOptions(),
    meta: { done: 'Agreement signed', failed: 'The agreement was not signed', touches },
  })
export const usePlan = () =>
  useMutation({ ...capstone.plan.mutationOptions(), meta: { quiet: true, done: 'Day planned', touches } })
export const useMarkGoal = () =>
  useMutation({
    ...capstone.markGoal.mutationOptions(),
    meta: { done: 'Goal updated', failed: 'The goal was not updated', touches },
  })
export const useChangeDay = () =>
  useMutation({
    ...capstone.changeDay.mutationOptions(),
    meta: { done: 'Day updated', failed: 'The day was not updated', touches },
  })
export const useConfirmDay = () =>
  useMutation({
    ...capstone.confirm.mutationOptions(),
    meta: { done: 'Hours confirmed', failed: 'The hours were not confirmed', touches },
  })
export const useSubstitute = () =>
  useMutation({
    ...capstone.substitute.mutationOptions(),
    meta: { quiet: true, done: 'Substitute named', touches },
  })
export const useDeliver = () =>
  useMutation({ ...capstone.deliver.mutationOptions(), meta: { quiet: true, done: 'Handed in', touches } })
export const useDecideDeliverable = () =>
  useMutation({
    ...capstone.decideDeliverable.mutationOptions(),
    meta: { done: 'Deliverable updated', failed: 'The deliverable was not updated', touches },
  })
export const useRaiseConcern = () =>
  useMutation({ ...capstone.raiseConcern.mutationOptions(), meta: { quiet: true, touches } })
export const useAnswerConcern = () =>
  useMutation({
    ...capstone.answerConcern.mutationOptions(),
    meta: { done: 'Answer sent', failed: 'Your answer was not sent', touches },
  })
export const useSendCertificate = () =>
  useMutation({
    ...capstone.sendCertificate.mutationOptions(),
    meta: { done: 'Certificate sent', failed: 'The certificate was not sent', touches },
  })
export const useSendLink = () =>
  useMutation({
    ...capstone.sendLink.mutationOptions(),
    meta: { done: 'Preceptor asked', failed: 'The preceptor was not asked', touches },
  })
