import { Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { messageOf } from '#platform/web/api.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { Banner } from '#ui/Banner.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { useNavigateTo } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { toast } from '#ui/toast.ts'
import type { Evaluation } from '../contract.ts'
import { answerBlocker, decisionBlocker, mayAmend } from '../rules.ts'
import { addressToWrite, formAddress } from './addresses.ts'
import { evaluations, touches } from './queries.ts'

/** The actions of an evaluation's reader: write it, respond to it, decide on it, or amend it. */
export function EvaluationActions({ evaluation }: { evaluation: Evaluation }): ReactNode {
  const me = useMe()
  const form = addressToWrite(evaluation, me.id)
  if (form)
    return (
      <Group mt="sm">
        <LinkButton href={form}>
          {evaluation.status === 'returned' ? 'Correct evaluation' : 'Write evaluation'}
        </LinkButton>
      </Group>
    )
  if (evaluation.is_self) return null
  if (me.id === evaluation.student_id) return <AnswerIt evaluation={evaluation} />
  if (me.id === evaluation.evaluator_id) return <AmendIt evaluation={evaluation} />
  if (me.role === 'proctor' || me.role === 'student' || me.role === 'facility_admin') return null
  return <DecideIt evaluation={evaluation} />
}

type Props = { evaluation: Evaluation }

const answered = {
  acknowledge: 'Evaluation acknowledged',
  reply: 'Reply sent',
  dispute: 'Evaluation disputed. Your school decides.',
}

function AnswerIt({ evaluation: { id, version, status, student_reply: known } }: Props): ReactNode {
  const tick = usePatientTick()
  const [reply, setReply] = useState(known ?? '')
  const answer = useMutation({
    ...evaluations.answer.mutationOptions(),
    onSuccess: (_done, { what }) => toast.success(answered[what]),
    meta: { quiet: true, touches },
  })
  const send = (what: keyof typeof answered) =>
    answer.mutate({ id, version, what, reply: reply || null, ...tick.sent })
  const may = (what: 'acknowledge' | 'reply' | 'dispute') => answerBlocker(status, what, 'A reply') === null
  if (!may('acknowledge') && !may('reply')) return null
  return (
    <Stack gap="sm" mt="sm">
      <FreeText
        tick={tick}
        sentAs="reply"
        label="Your reply"
        description={may('acknowledge') && 'A dispute needs your reason.'}
        minRows={2}
        maxLength={2000}
        value={reply}
        onChange={(event) => setReply(event.currentTarget.value)}
      />
      {answer.error && <Banner kind="warning" live title={messageOf(answer.error)} />}
      <Group gap="sm">
        {may('acknowledge') ? (
          <>
            <Button loading={answer.isPending} onClick={() => send('acknowledge')}>
              Acknowledge
            </Button>
            <Button variant="default" loading={answer.isPending} onClick={() => send('dispute')}>
              Dispute
            </Button>
          </>
        ) : (
          <Button loading={answer.isPending} onClick={() => send('reply')}>
            Send reply
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const decided = {
  verify: 'Evaluation verified',
  return: 'Evaluation returned',
  void: 'Evaluation voided',
}

function DecideIt({ evaluation }: Props): ReactNode {
  const { id, version, status, student_name: name, evaluator_name: evaluator } = evaluation
  const decide = useMutation({
    ...evaluations.decide.mutationOptions(),
    onSuccess: (_done, { decision }) => toast.success(decided[decision]),
    meta: { failed: 'The evaluation was not decided', touches },
  })
  const may = (decision: 'verify' | 'return' | 'void') =>
    decisionBlocker(status, decision, 'A reason') === null
  const needsAnswer = decisionBlocker(status, 'verify', null) !== null
  const [withReason, dialog] = useAction<{ decision: 'verify' | 'return' | 'void' }>({
    label: 'Decide',
    ask: ({ decision }) => {
      if (decision === 'verify')
        return {
          title: `Verify what ${name} disputes?`,
          body: `The evaluation by ${evaluator} then counts as it is. ${name} reads your answer.`,
          confirmLabel: 'Verify evaluation',
          reason: { label: `Answer to ${name}`, isRequired: true },
        }
      return decision === 'return'
        ? {
            title: 'Return this evaluation?',
            body: 'The instructor is notified, corrects it, and submits it again.',
            confirmLabel: 'Return evaluation',
            reason: { label: 'Reason', isRequired: true },
          }
        : {
            title: `Void this evaluation of ${name}?`,
            body: 'It no longer counts, and stays in the history.',
            confirmLabel: 'Void evaluation',
            isDanger: true,
            reason: { label: 'Reason', isRequired: true },
          }
    },
    run: ({ decision }, { reason, tick }) => decide.mutateAsync({ id, version, decision, reason, ...tick }),
    tellsFailure: true,
  })
  if (!may('void')) return null
  return (
    <Group gap="sm" mt="sm">
      {may('verify') && (
        <>
          <Button
            loading={decide.isPending}
            onClick={() =>
              needsAnswer
                ? withReason({ decision: 'verify' })
                : decide.mutate({ id, version, decision: 'verify' })
            }
          >
            {needsAnswer ? 'Verify…' : 'Verify'}
          </Button>
          <Button variant="default" onClick={() => withReason({ decision: 'return' })}>
            Return…
          </Button>
        </>
      )}
      <Button variant="default" onClick={() => withReason({ decision: 'void' })}>
        Void…
      </Button>
      {dialog}
    </Group>
  )
}

function AmendIt({ evaluation }: Props): ReactNode {
  const goTo = useNavigateTo()
  const { id, shift_id: shift, student_id: student, kind } = evaluation
  const amend = useMutation({
    ...evaluations.amend.mutationOptions(),
    meta: {
      done: 'A new version was started. Change it and submit it.',
      failed: 'It was not amended',
      touches,
    },
  })
  const [ask, dialog] = useAction({
    label: 'Amend',
    ask: () => ({
      title: 'Amend this evaluation?',
      body: 'This starts a new version. The current one counts until you submit the new one.',
      reason: { label: 'What was wrong?', isRequired: true },
    }),
    run: async (_, { reason, tick }) => {
      const amended = await amend.mutateAsync({ id, new_id: crypto.randomUUID(), reason, ...tick })
      if (shift) goTo(formAddress(shift, student, kind))
      return amended
    },
    tellsFailure: true,
  })
  if (!mayAmend(evaluation)) return null
  return (
    <>
      <Button mt="sm" variant="default" loading={amend.isPending} onClick={() => ask({})}>
        Amend…
      </Button>
      {dialog}
    </>
  )
}
