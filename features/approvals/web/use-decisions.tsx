import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type RefusalIn, refusalMessage } from '#core/refusal.ts'
import { asRole } from '#core/roles.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { type ActionsKit, useActions } from '#platform/web/kit/use-actions.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { toast } from '#ui/toast.ts'
import type { SignupRequest } from '../contract.ts'
import { signupRefusals } from '../messages.ts'
import { approvalBlocker, decisionBlocker, needsTenant } from '../rules.ts'
import { approvalLists, approvals } from './queries.ts'

const TenantDialog = lazyDialog(() => import('./TenantDialog.tsx').then((file) => file.TenantDialog), {
  request: null,
})

const reason = (blocker: RefusalIn<typeof signupRefusals> | null): string | false =>
  blocker ? refusalMessage(signupRefusals, blocker) : false
const isDecided = (row: SignupRequest) => reason(decisionBlocker(row))

/** The actions that decide sign-ups, with their confirmations and messages. Render `dialog` once. */
export function useDecisions(): {
  actions: ActionsKit<SignupRequest>
  approve: Action<SignupRequest>
  sendBack: Action<SignupRequest>
  decline: Action<SignupRequest>
  dialog: ReactNode
} {
  const [tenantFor, setTenantFor] = useState<SignupRequest | null>(null)
  const decide = useMutation({
    ...approvals.decide.mutationOptions(),
    meta: { quiet: true, touches: approvalLists },
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
    meta: { quiet: true, touches: approvalLists },
  })
  const approve: Action<SignupRequest> = {
    id: 'approve',
    label: 'Approve',
    icon: IconCheck,
    key: 'a',
    isBulk: true,
    // The dialog asks for a missing school or facility.
    blocker: (row) =>
      needsTenant(row) && row.email_verified ? isDecided(row) : reason(approvalBlocker(row)),
    runMany: async (rows) => {
      if (rows.length === 1) {
        const { id } = rows[0]!
        if (needsTenant(rows[0]!)) setTenantFor(rows[0]!)
        else await decide.mutateAsync({ id, decision: 'approved' })
        return [{ id, ok: true }]
      }
      const { approved, left } = await approveMany.mutateAsync({ ids: rows.map(({ id }) => id) })
      if (approved > 0)
        toast.success(approved === 1 ? '1 person is approved' : `${approved} people are approved`)
      return rows.map(({ id }) => {
        const why = left.find((one) => one.id === id)?.reason
        return { id, ok: why === undefined, why }
      })
    },
  }
  const sendBack: Action<SignupRequest> = {
    id: 'send back',
    label: 'Send back',
    icon: IconArrowBackUp,
    blocker: isDecided,
    ask: ([request]) => ({
      title: `Send back to ${request!.full_name}?`,
      body: `${request!.full_name} (${request!.email}) sees what is missing, corrects it and sends it again.`,
      reason: { label: 'What is missing', isRequired: true, hint: 'For example: Which cohort are you in?' },
    }),
    run: ({ id }, { reason: note, tick }) => decide.mutateAsync({ id, decision: 'returned', note, ...tick }),
  }
  const decline: Action<SignupRequest> = {
    id: 'decline',
    label: 'Decline',
    icon: IconX,
    danger: true,
    blocker: isDecided,
    ask: ([request]) => ({
      title: `Decline ${request!.full_name}?`,
      body: `${request!.full_name} (${request!.email}) will not join as ${asRole(request!.role)}, and reads your reason. If something only needs correcting, send it back instead.`,
      reason: { label: 'Why', isRequired: true, hint: 'For example: You are not on our roster.' },
    }),
    run: ({ id }, { reason: note, tick }) => decide.mutateAsync({ id, decision: 'declined', note, ...tick }),
  }
  const actions = useActions([approve, sendBack, decline], { nameOf: ({ full_name: name }) => name })
  return {
    actions,
    approve,
    sendBack,
    decline,
    dialog: (
      <TenantDialog
        request={tenantFor}
        onClose={() => setTenantFor(null)}
        onChoose={({ id }, tenant) => decide.mutate({ id, decision: 'approved', ...tenant })}
      />
    ),
  }
}
