import { permissionLabels } from '#features/permissions/rules.ts'
import { confirm } from '#ui/confirm.tsx'
import { toast } from '#ui/toast.ts'
import type { PermissionRequest } from '../contract.ts'
import { wishInWords } from '../rules.ts'
import { useDecideRequest, useSubmitRequest, useWithdrawRequest } from './queries.ts'

/** The decisions on requests and their taking back, with their questions and their words. */
export function useRequestActions() {
  const decide = useDecideRequest()
  const submit = useSubmitRequest()
  const withdraw = useWithdrawRequest()
  const words = (request: PermissionRequest) => wishInWords(request, permissionLabels[request.permission])

  const decline = async (request: PermissionRequest) => {
    const answer = await confirm({
      title: 'Decline this request?',
      body: `${words(request)}. ${request.requester_name ?? 'Who asked'} reads your reason.`,
      confirmLabel: 'Decline',
      danger: true,
      reason: { label: 'Why', required: true, placeholder: 'Your site admin covers this already.' },
    })
    if (answer)
      decide.mutate(
        { id: request.id, decision: 'declined', note: answer.reason ?? '', ...answer.tick },
        { onSuccess: () => toast.success('Request declined', words(request)) },
      )
  }

  const takeBack = async (request: PermissionRequest) => {
    const answer = await confirm({
      title: request.status === 'draft' ? 'Discard this draft?' : 'Withdraw this request?',
      body: `${words(request)}. You can ask again at any time.`,
      confirmLabel: request.status === 'draft' ? 'Discard' : 'Withdraw',
    })
    if (answer) withdraw.mutate({ id: request.id })
  }

  return {
    isPending: decide.isPending || submit.isPending || withdraw.isPending,
    approve: (request: PermissionRequest) =>
      decide.mutate(
        { id: request.id, decision: 'approved' },
        { onSuccess: () => toast.success('Request approved', words(request)) },
      ),
    decline: (request: PermissionRequest) => void decline(request),
    send: ({ id }: PermissionRequest) => submit.mutate({ id }),
    takeBack: (request: PermissionRequest) => void takeBack(request),
  }
}
