import { IconArrowBackUp, IconCheck, IconSend, IconX } from '@tabler/icons-react'
import { permissionLabels } from '#core/permission-labels.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { type ActionsKit, useActions } from '#platform/web/kit/use-actions.tsx'
import { toast } from '#ui/toast.ts'
import type { PermissionRequest } from '../contract.ts'
import { requestInWords } from '../rules.ts'
import { useDecideRequest, useSubmitRequest, useWithdrawRequest } from './queries.ts'

/** A request in words: who would hold which permission, and where. */
export const requestName = (request: PermissionRequest): string =>
  requestInWords(request, permissionLabels[request.permission])

const mayDecide = ({ may_decide: may }: PermissionRequest): boolean => may

/** Deciding and withdrawing requests, with confirmation questions and labels; `own` actions come first. */
export function useRequestActions(
  own: readonly Action<PermissionRequest>[] = [],
): ActionsKit<PermissionRequest> & Record<'approve' | 'decline', Action<PermissionRequest>> {
  const decide = useDecideRequest()
  const submit = useSubmitRequest()
  const withdraw = useWithdrawRequest()
  const approve: Action<PermissionRequest> = {
    id: 'approve',
    label: 'Approve',
    icon: IconCheck,
    key: 'a',
    isOffered: mayDecide,
    run: async (request) => {
      await decide.mutateAsync({ id: request.id, decision: 'approved' })
      toast.success('Request approved', requestName(request))
    },
  }
  const decline: Action<PermissionRequest> = {
    id: 'decline',
    label: 'Decline',
    icon: IconX,
    danger: true,
    isOffered: mayDecide,
    ask: ([request]) => ({
      title: 'Decline this request?',
      body: `${requestName(request!)}. ${request!.requester_name ?? 'The requester'} reads your reason.`,
      reason: { label: 'Why', isRequired: true, hint: 'For example: Your site admin already covers this.' },
    }),
    run: async (request, { reason: note, tick }) => {
      await decide.mutateAsync({ id: request.id, decision: 'declined', note, ...tick })
      toast.success('Request declined', requestName(request))
    },
  }
  const takeBack = (
    status: 'draft' | 'submitted',
    verb: string,
    thing: string,
  ): Action<PermissionRequest> => ({
    id: verb,
    label: verb,
    icon: IconArrowBackUp,
    isOffered: (row) => row.is_mine && row.status === status,
    ask: ([request]) => ({
      title: `${verb} this ${thing}?`,
      body: `${requestName(request!)}. You can ask again at any time.`,
    }),
    run: ({ id }) => withdraw.mutateAsync({ id }),
  })
  const send: Action<PermissionRequest> = {
    id: 'send',
    label: 'Send',
    icon: IconSend,
    isOffered: (row) => row.is_mine && row.status === 'draft',
    run: ({ id }) => submit.mutateAsync({ id }),
  }
  const kit = useActions(
    [
      ...own,
      approve,
      decline,
      send,
      takeBack('draft', 'Discard', 'draft'),
      takeBack('submitted', 'Withdraw', 'request'),
    ],
    { nameOf: requestName },
  )
  return { ...kit, approve, decline }
}
