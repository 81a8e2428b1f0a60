import { useMutation } from '@tanstack/react-query'
import { roleLabels } from '#core/roles.ts'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.ts'
import type { SignupRequest } from '../contract.ts'
import { approvalLists, approvals } from './queries.ts'

/** The decisions on sign-ups, with their questions and their words. */
export function useDecisions() {
  const decide = useMutation({
    ...approvals.decide.mutationOptions(),
    meta: { failed: 'Nothing was decided', touches: approvalLists },
    onSuccess: ({ full_name, status }) =>
      toast.success(
        status === 'approved'
          ? `${full_name} is approved`
          : status === 'declined'
            ? `${full_name} is declined`
            : `Sent back to ${full_name}`,
      ),
  })
  const approveMany = useMutation({
    ...approvals.approveMany.mutationOptions(),
    meta: { failed: 'Nothing was decided', touches: approvalLists },
    onSuccess: ({ approved, left }) => {
      if (approved > 0)
        toast.success(approved === 1 ? 'One person is approved' : `${approved} people are approved`)
      if (left.length > 0)
        toast.warning(
          left.length === 1 ? 'One could not be approved' : `${left.length} could not be approved`,
          left.map(({ full_name, reason }) => `${full_name ?? 'Somebody'}: ${reason}`).join(' '),
        )
    },
  })

  const withNote = async (request: SignupRequest, decision: 'declined' | 'returned') => {
    const answer = await confirm({
      title: decision === 'declined' ? `Decline ${request.full_name}?` : `Send back to ${request.full_name}?`,
      body:
        decision === 'declined'
          ? `${request.full_name} (${request.email}) will not join as ${roleLabels[request.role].toLowerCase()}, and reads your reason.`
          : `${request.full_name} (${request.email}) sees what is missing, corrects it and sends it again.`,
      confirmLabel: decision === 'declined' ? 'Decline' : 'Send back',
      danger: decision === 'declined',
      reason: {
        label: decision === 'declined' ? 'Why' : 'What is missing',
        required: true,
        placeholder: decision === 'declined' ? 'You are not on our roster.' : 'Which cohort are you in?',
      },
    })
    if (answer) decide.mutate({ id: request.id, decision, note: answer.reason ?? '', ...answer.tick })
  }

  return {
    isPending: decide.isPending || approveMany.isPending,
    approve: ({ id }: SignupRequest, place: { school_id?: string; facility_id?: string } = {}) =>
      decide.mutate({ id, decision: 'approved', ...place }),
    decline: (request: SignupRequest) => void withNote(request, 'declined'),
    sendBack: (request: SignupRequest) => void withNote(request, 'returned'),
    approveMany: (ids: string[]) => approveMany.mutate({ ids }),
  }
}
