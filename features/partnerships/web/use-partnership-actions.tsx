import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconEye,
  IconFileText,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import type { RowAction } from '#ui/RowActions.tsx'
import type { Partnership } from '../contract.ts'
import type { Command } from '../rules.ts'
import {
  useAnswer,
  useContinue,
  useDecline,
  useRestore,
  useResume,
  useReview,
  useSubmit,
  useSuspend,
  useWithdraw,
} from './queries.ts'
import { whyNot } from './why-not.ts'

const TermsDialog = lazy(() => import('./TermsDialog.tsx').then((m) => ({ default: m.TermsDialog })))
const TerminateDialog = lazy(() =>
  import('./TerminateDialog.tsx').then((m) => ({ default: m.TerminateDialog })),
)
const ChangeDialog = lazy(() => import('./ChangeDialog.tsx').then((m) => ({ default: m.ChangeDialog })))

type Open = { what: 'accept' | 'propose' | 'terminate' | 'change'; partnership: Partnership }

/** Commands with a button of their own. */
type Offered = Exclude<Command, 'change'>

/** What can be done with a partnership from every list and drawer, and the dialogs that it opens. */
export function usePartnershipActions() {
  const [open, setOpen] = useState<Open>()
  const submit = useSubmit()
  const withdraw = useWithdraw()
  const restore = useRestore()
  const review = useReview()
  const decline = useDecline()
  const suspend = useSuspend()
  const resume = useResume()
  const answer = useAnswer()
  const resumeEnding = useContinue()

  /** Asks before a step; the superadmin says why for every one, both sides read it. */
  async function ask(
    partnership: Partnership,
    words: { title: string; body: string; label: string; danger?: boolean; needsReason?: boolean },
  ): Promise<{ id: string; version: number; reason?: string } | null> {
    const required = (words.needsReason ?? false) || partnership.side === 'platform'
    const answered = await confirm({
      title: words.title,
      body: words.body,
      confirmLabel: words.label,
      danger: words.danger ?? false,
      reason: {
        label: 'Reason',
        required,
        ...(required && { minLength: 3 }),
        placeholder: 'Both sides read it.',
      },
    })
    if (!answered) return null
    const reason = answered.reason?.trim()
    return { id: partnership.id, version: partnership.version, ...(reason && { reason }), ...answered.tick }
  }
  const withReason = (by: { id: string; version: number; reason?: string } | null) =>
    by?.reason ? { ...by, reason: by.reason } : null

  const steps: Record<
    Offered,
    { label: string; icon: Icon; danger?: boolean; run: (p: Partnership) => Promise<void> | void }
  > = {
    submit: {
      label: 'Send request',
      icon: IconSend,
      run: ({ id, version }) => submit.mutate({ id, version }),
    },
    review: {
      label: 'Take into review',
      icon: IconEye,
      run: async (p) => {
        if (p.side !== 'platform') return review.mutate({ id: p.id, version: p.version })
        const by = await ask(p, {
          title: 'Take this request into review?',
          body: `You do this for ${p.organization_name}.`,
          label: 'Take into review',
        })
        if (by) review.mutate(by)
      },
    },
    accept: {
      label: 'Accept…',
      icon: IconCheck,
      run: (partnership) => setOpen({ what: 'accept', partnership }),
    },
    decline: {
      label: 'Decline…',
      icon: IconX,
      danger: true,
      run: async (p) => {
        const by = withReason(
          await ask(p, {
            title: 'Decline this partnership?',
            body: 'The other side reads your reason and may ask again.',
            label: 'Decline',
            danger: true,
            needsReason: true,
          }),
        )
        if (by) decline.mutate(by)
      },
    },
    withdraw: {
      label: 'Withdraw…',
      icon: IconArrowBackUp,
      run: async (p) => {
        const by = await ask(p, {
          title: 'Withdraw this request?',
          body: 'The other party is notified. You can undo the withdrawal for 24 hours.',
          label: 'Withdraw request',
        })
        if (by) withdraw.mutate(by)
      },
    },
    restore: {
      label: 'Take withdrawal back',
      icon: IconArrowBackUp,
      run: async (p) => {
        if (p.side !== 'platform') return restore.mutate({ id: p.id, version: p.version })
        const by = await ask(p, {
          title: 'Undo withdrawal?',
          body: 'The request stays open.',
          label: 'Take back',
        })
        if (by) restore.mutate(by)
      },
    },
    propose: {
      label: 'Propose new terms…',
      icon: IconFileText,
      run: (partnership) => setOpen({ what: 'propose', partnership }),
    },
    answer: {
      label: 'Answer new terms…',
      icon: IconCheck,
      run: async (p) => {
        const by = await ask(p, {
          title: 'Accept the new terms?',
          body: 'They hold from now on. To say no, open the details and decline them.',
          label: 'Accept terms',
        })
        if (by) answer.mutate({ ...by, accept: true })
      },
    },
    suspend: {
      label: 'Suspend…',
      icon: IconPlayerPause,
      run: async (p) => {
        const by = withReason(
          await ask(p, {
            title: `Suspend the partnership of ${p.school_name} with ${p.organization_name}?`,
            body: 'No new shifts can be submitted until it is resumed. Shifts that are on their way stay.',
            label: 'Suspend',
            danger: true,
            needsReason: true,
          }),
        )
        if (by) suspend.mutate(by)
      },
    },
    resume: {
      label: 'Resume',
      icon: IconPlayerPlay,
      run: async (p) => {
        const by = await ask(p, {
          title: 'Resume this partnership?',
          body: 'Shifts can be submitted again.',
          label: 'Resume',
        })
        if (by) resume.mutate(by)
      },
    },
    terminate: {
      label: 'End partnership…',
      icon: IconBan,
      danger: true,
      run: (partnership) => setOpen({ what: 'terminate', partnership }),
    },
    continue: {
      label: 'Take the ending back…',
      icon: IconArrowBackUp,
      run: async (p) => {
        const by = await ask(p, {
          title: 'Take the ending back?',
          body: 'The partnership goes on as before and no shift is canceled. The other side is notified.',
          label: 'Continue partnership',
        })
        if (by) resumeEnding.mutate(by)
      },
    },
  }

  /** The commands that its state allows; those of the other side are there with the reason. */
  function actionsOf(partnership: Partnership): RowAction<Partnership>[] {
    const now = Date.now()
    const fitting = (Object.keys(steps) as Offered[]).filter(
      (command) => whyNot(command, partnership, now).isOffered,
    )
    const actions = fitting.map((command): RowAction<Partnership> => {
      const { label, icon, danger, run } = steps[command]
      const { why } = whyNot(command, partnership, now)
      return {
        label,
        icon,
        ...(danger && { danger }),
        onClick: (row) => void run(row),
        disabled: () => why ?? false,
      }
    })
    if (['requested', 'under_review', 'active', 'suspended'].includes(partnership.status) && partnership.side)
      actions.push({
        label: 'Sites, seats, days and contacts…',
        icon: IconPencil,
        onClick: (row) => setOpen({ what: 'change', partnership: row }),
      })
    return actions
  }

  async function declineTerms(partnership: Partnership): Promise<void> {
    const by = withReason(
      await ask(partnership, {
        title: 'Decline the new terms?',
        body: 'The agreement stays as it is. The other party sees your reason.',
        label: 'Decline terms',
        danger: true,
        needsReason: true,
      }),
    )
    if (by) answer.mutate({ ...by, accept: false })
  }

  const close = () => setOpen(undefined)
  const dialogs: ReactNode = open && (
    <Suspense>
      {(open.what === 'accept' || open.what === 'propose') && (
        <TermsDialog what={open.what} partnership={open.partnership} onClose={close} />
      )}
      {open.what === 'terminate' && <TerminateDialog partnership={open.partnership} onClose={close} />}
      {open.what === 'change' && <ChangeDialog id={open.partnership.id} onClose={close} />}
    </Suspense>
  )
  return {
    actionsOf,
    declineTerms,
    dialogs,
    run: (command: Offered, p: Partnership) => void steps[command].run(p),
  }
}
