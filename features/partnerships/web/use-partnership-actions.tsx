import {
  IconArrowBackUp,
  IconBan,
  IconCalendarPlus,
  IconCheck,
  IconEye,
  IconFileText,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Action, Answer, Question } from '#platform/web/kit/actions.ts'
import { type ActionsKit, useActions } from '#platform/web/kit/use-actions.tsx'
import type { Partnership } from '../contract.ts'
import { type Command, readersOf } from '../rules.ts'
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

/** Input of a command: the version the caller saw, and the reason if one was given. */
const sent = ({ id, version }: Partnership, { reason, tick }: Answer) => ({
  id,
  version,
  ...(reason && { reason }),
  ...tick,
})
/** The same for commands that always need a reason. */
const sentWithReason = (partnership: Partnership, { reason, tick }: Answer) => ({
  id: partnership.id,
  version: partnership.version,
  reason,
  ...tick,
})

type Words = { title: string; body: string; confirmLabel: string; isReasonRequired?: boolean }

/** Asks for confirmation before a step; a superadmin always gives a reason, which both parties read. */
const asking =
  (words: Words | ((row: Partnership) => Words)) =>
  ([row]: readonly Partnership[]): Question => {
    const { isReasonRequired = false, ...rest } = typeof words === 'function' ? words(row!) : words
    return {
      ...rest,
      reason: {
        label: 'Reason',
        isRequired: isReasonRequired || row!.party === 'platform',
        hint: readersOf(row!),
      },
    }
  }
/** Asks only the superadmin for confirmation; a school or facility acts at once. */
const askingPlatform =
  (words: (row: Partnership) => Words) =>
  (rows: readonly Partnership[]): Question | undefined =>
    rows[0]!.party === 'platform' ? asking(words)(rows) : undefined

type PartnershipActions = ActionsKit<Partnership> & {
  declineTerms: (partnership: Partnership) => void
  run: (id: Command, partnership: Partnership) => void
}

/** The actions on a partnership for every list and drawer; `dialog` has the questions and forms that they open. */
export function usePartnershipActions(
  nameOf: (row: Partnership) => string = ({ school_name, organization_name }) =>
    `${school_name} and ${organization_name}`,
): PartnershipActions {
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
  const opening =
    (what: Open['what']) =>
    ([partnership]: readonly Partnership[]) =>
      setOpen({ what, partnership: partnership! })
  const steps: (Omit<Action<Partnership>, 'id'> & { id: Exclude<Command, 'change'> })[] = [
    {
      id: 'submit',
      label: 'Send request',
      icon: IconSend,
      run: ({ id, version }) => submit.mutateAsync({ id, version }),
    },
    {
      id: 'review',
      label: 'Start review',
      icon: IconEye,
      ask: askingPlatform((row) => ({
        title: 'Start the review of this request?',
        body: `You do this for ${row.organization_name}.`,
        confirmLabel: 'Start review',
      })),
      run: (row, given) => review.mutateAsync(sent(row, given)),
    },
    { id: 'accept', label: 'Accept…', icon: IconCheck, open: opening('accept') },
    {
      id: 'decline',
      label: 'Decline…',
      icon: IconX,
      danger: true,
      ask: asking({
        title: 'Decline this partnership?',
        body: 'The reason you give is sent with it, and a new request can be made.',
        confirmLabel: 'Decline',
        isReasonRequired: true,
      }),
      run: (row, given) => decline.mutateAsync(sentWithReason(row, given)),
    },
    {
      id: 'withdraw',
      label: 'Withdraw…',
      icon: IconArrowBackUp,
      ask: asking({
        title: 'Withdraw this request?',
        body: 'The other party is notified. You can undo the withdrawal for 24 hours.',
        confirmLabel: 'Withdraw request',
      }),
      run: async (row, given) => ({ given, after: await withdraw.mutateAsync(sent(row, given)) }),
      done: () => 'Request withdrawn',
      undo: (row, result) => {
        const { given, after } = result as { given: Answer; after: { version: number } }
        return restore.mutateAsync({
          id: row.id,
          version: after.version,
          ...(given.reason && { reason: `Undone: ${given.reason}` }),
          ...given.tick,
        })
      },
    },
    {
      id: 'restore',
      label: 'Undo withdrawal',
      icon: IconArrowBackUp,
      ask: askingPlatform(() => ({
        title: 'Undo withdrawal?',
        body: 'The request is open again.',
        confirmLabel: 'Undo withdrawal',
      })),
      run: (row, given) => restore.mutateAsync(sent(row, given)),
    },
    { id: 'propose', label: 'Propose new terms…', icon: IconFileText, open: opening('propose') },
    {
      id: 'answer',
      label: 'Accept new terms…',
      icon: IconCheck,
      ask: asking({
        title: 'Accept the new terms?',
        body: 'They apply right away. To say no, open the details and decline them.',
        confirmLabel: 'Accept terms',
      }),
      run: (row, given) => answer.mutateAsync({ ...sent(row, given), accept: true }),
    },
    {
      id: 'suspend',
      label: 'Suspend…',
      icon: IconPlayerPause,
      ask: asking((row) => ({
        title: `Suspend the partnership of ${row.school_name} with ${row.organization_name}?`,
        body: 'No new shifts can be submitted until it is resumed. Shifts that were already submitted stay.',
        confirmLabel: 'Suspend',
        isReasonRequired: true,
      })),
      run: (row, given) => suspend.mutateAsync(sentWithReason(row, given)),
    },
    {
      id: 'resume',
      label: 'Resume',
      icon: IconPlayerPlay,
      ask: asking({
        title: 'Resume this partnership?',
        body: 'Shifts can be submitted again.',
        confirmLabel: 'Resume',
      }),
      run: (row, given) => resume.mutateAsync(sent(row, given)),
    },
    { id: 'terminate', label: 'End partnership…', icon: IconBan, danger: true, open: opening('terminate') },
    {
      id: 'continue',
      label: 'Keep partnership…',
      icon: IconArrowBackUp,
      ask: asking({
        title: 'Keep this partnership?',
        body: 'It continues as before and no shift is canceled. The other party is notified.',
        confirmLabel: 'Keep partnership',
      }),
      run: (row, given) => resumeEnding.mutateAsync(sent(row, given)),
    },
  ]
  const actions: Action<Partnership>[] = [
    {
      id: 'plan',
      label: 'Plan a shift',
      icon: IconCalendarPlus,
      isOffered: ({ open_unit_id: unit }) => unit !== null,
      href: ({ open_unit_id: unit }) => `/shifts?plan=${unit}`,
    },
    ...steps.map((step) => ({
      ...step,
      isOffered: (row: Partnership) => whyNot(step.id, row, Date.now()).isOffered,
      blocker: (row: Partnership) => whyNot(step.id, row, Date.now()).why,
    })),
    {
      id: 'change',
      label: 'Sites, seats, days and contacts…',
      icon: IconPencil,
      isOffered: ({ status, party }) =>
        party !== null && ['requested', 'under_review', 'active', 'suspended'].includes(status),
      open: opening('change'),
    },
  ]
  const kit = useActions(actions, { nameOf })
  const close = () => setOpen(undefined)
  const dialog: ReactNode = (
    <>
      {kit.dialog}
      {open && (
        <Suspense>
          {(open.what === 'accept' || open.what === 'propose') && (
            <TermsDialog what={open.what} partnership={open.partnership} onClose={close} />
          )}
          {open.what === 'terminate' && <TerminateDialog partnership={open.partnership} onClose={close} />}
          {open.what === 'change' && <ChangeDialog id={open.partnership.id} onClose={close} />}
        </Suspense>
      )}
    </>
  )
  return {
    ...kit,
    dialog,
    run: (id, partnership) =>
      kit.start(
        actions.find((action) => action.id === id)!,
        [partnership],
      ),
    declineTerms: (partnership) =>
      kit.start(
        {
          id: 'decline terms',
          label: 'Decline terms',
          danger: true,
          ask: asking({
            title: 'Decline the new terms?',
            body: 'The agreement stays as it is. The other party sees your reason.',
            confirmLabel: 'Decline terms',
            isReasonRequired: true,
          }),
          run: (row, given) => answer.mutateAsync({ ...sentWithReason(row, given), accept: false }),
        },
        [partnership],
      ),
  }
}
