import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { dayHere, formatDate, todayHere } from '#core/plain-date.ts'
import { formFields, gapInWords, evaluateEvidence } from '#features/credential-types/rules.ts'
import { DateField } from '#ui/DateField.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { sendWithUndo, undoLast, usePendingSend } from '#ui/send-with-undo.ts'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { StateBadge } from '#ui/StateBadge.tsx'
import { toast } from '#ui/toast.ts'
import type { Credential, ReasonCode } from '../contract.ts'
import { reasonLabels, statusLabels } from '../rules.ts'
import { Answers } from './Answers.tsx'
import { PrecheckNotice } from './PrecheckNotice.tsx'
import { credentials, useDecideCredential, useOpenCredential } from './queries.ts'
import { ReviewedDocument } from './ReviewedDocument.tsx'
import { useReviewKeys } from './use-review-keys.ts'

const WaiveDialog = lazyDialog(() => import('./WaiveDialog.tsx').then((m) => m.WaiveDialog), {
  opened: false,
})

const DOUBLE_CLICK_MS = 500

type ReviewProps = {
  id: string
  onNext: () => void
  /** Called when an approval is undone and this submission is open again. */
  onUndo: () => void
}

/** One submission: the document, the answers, what its rule says, and the decision. */
export function ReviewPanel({ id, onNext, onUndo }: ReviewProps): ReactNode {
  const query = useQuery(credentials.get.queryOptions({ input: { id } }))
  const { data } = query
  const name = data && `${data.type_name}, ${data.student_name}`
  const take = useOpenCredential()
  const decide = useDecideCredential(name && `Not decided: ${name}`)
  const held = usePendingSend(id)
  const tick = usePatientTick()
  const missingTick = usePatientTick()
  const [mode, setMode] = useState<'look' | 'reject' | 'condition'>('look')
  const [reason, setReason] = useState<ReasonCode>('illegible')
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState('')
  const [expires, setExpires] = useState('')
  const [until, setUntil] = useState('')
  const [isWaiving, setWaiving] = useState(false)
  const approve = useRef<HTMLButtonElement>(null)
  const takeIt = take.mutateAsync
  const taking = useRef<Promise<unknown>>(Promise.resolve())
  const isSending = useRef(false)
  const opened = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    opened.current = performance.now()
    // The lock lasts two minutes, so it is renewed while the submission is open. A refusal is shown on the page.
    const again = () => {
      taking.current = takeIt({ id }).catch(() => null)
    }
    again()
    const timer = setInterval(again, 90_000)
    return () => clearInterval(timer)
  }, [id, takeIt])

  /** Decides once, after the lock is taken, however soon a key is pressed; continues even if the list no longer has this one. */
  const send = async (input: Parameters<typeof decide.mutate>[0], done: string) => {
    if (isSending.current) return
    isSending.current = true
    await taking.current
    const isDone = await decide.mutateAsync(input).then(
      () => true,
      () => false,
    )
    isSending.current = false
    if (!isDone) return
    toast.success(done)
    onNext()
  }
  // One key approves: the request is sent only when its message disappears, so that a mistake can be undone before the student is notified.
  const approveIt = () => {
    if (isSending.current || !name) return
    const input = { id, decision: 'approve' as const, ...(expires && { expires_on: expires }) }
    sendWithUndo(
      id,
      `Approving ${name}`,
      async () => {
        await taking.current
        await decide.mutateAsync(input)
      },
      onUndo,
    )
    onNext()
  }
  const isBlocked = take.isError || decide.isPending || held !== undefined
  useReviewKeys({
    a: () => !isBlocked && approveIt(),
    r: () => !isBlocked && setMode('reject'),
    n: onNext,
    Escape: () => setMode('look'),
  })
  if (query.isError)
    return (
      <FailedState
        title="This submission couldn’t be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  if (!data) return <Text c="dimmed">Loading…</Text>
  const judged = evaluateEvidence(data.type, data.values)
  // Above the document, where they are visible immediately and no message covers them.
  const buttons = mode === 'look' && (
    <>
      {held && (
        <Button variant="default" onClick={() => undoLast(id)}>
          Undo
        </Button>
      )}
      {data.type.allows_waiver && data.type.owner_kind === 'facility' && (
        <Button variant="default" disabled={isBlocked} onClick={() => setWaiving(true)}>
          Waive…
        </Button>
      )}
      {data.type.conditional_days > 0 && (
        <Button variant="default" disabled={isBlocked} onClick={() => setMode('condition')}>
          With a condition
        </Button>
      )}
      <Button variant="default" disabled={isBlocked} onClick={() => setMode('reject')}>
        Reject
      </Button>
      <Button
        ref={approve}
        loading={decide.isPending}
        disabled={isBlocked}
        // The second click of a double click is meant for the previous submission, whose button was here.
        onClick={() => performance.now() - opened.current > DOUBLE_CLICK_MS && approveIt()}
      >
        Approve
      </Button>
    </>
  )
  return (
    <PageSection
      title={data.type_name}
      description={`${data.student_name} · sent ${formatDate(dayHere(data.submitted_at))}`}
      actions={buttons}
    >
      <Stack gap="md">
        {held && (
          <Text component="output" size="sm">
            {held}…
          </Text>
        )}
        {take.isError && (
          <Alert color="yellow" title="You can look, but not decide">
            {take.error.message}
          </Alert>
        )}
        <ReviewedDocument
          files={data.files}
          isRestricted={data.type.is_restricted && data.files.length > 0}
          reason="Review of a credential"
        />
        {data.carried && (
          <Text size="sm">
            {`Approved by ${data.carried.school_name} on ${formatDate(data.carried.approved_on)}${data.carried.expires_on ? `, valid there until ${formatDate(data.carried.expires_on)}` : ''}. The student passed it on.`}
          </Text>
        )}
        {data.precheck && <PrecheckNotice precheck={data.precheck} type={data.type} />}
        <Answers values={data.values} fields={formFields(data.type)} />
        <Text component="output" size="sm" fw={500}>
          {judged.status === 'complete'
            ? data.proposed_expires_on
              ? `Complete. Valid until ${formatDate(data.proposed_expires_on)}.`
              : 'Complete.'
            : gapInWords(judged.gap)}
        </Text>
        {data.earlier.length > 0 && <Earlier rows={data.earlier} />}
        {mode === 'look' && (
          <DateField
            label="Last day valid, if the document says otherwise"
            clearable
            value={expires}
            onChange={setExpires}
          />
        )}
        {data.type.owner_kind === 'facility' && (
          <WaiveDialog
            opened={isWaiving}
            student={{ person_id: data.person_id, student_name: data.student_name }}
            typeId={data.type_id}
            onClose={() => setWaiving(false)}
          />
        )}
        {mode === 'reject' && (
          <form
            aria-label="Reject"
            onSubmit={(event) => {
              event.preventDefault()
              void send({ id, decision: 'reject', reason_code: reason, note, ...tick.sent }, 'Rejected')
            }}
          >
            <Stack gap="sm">
              <NativeSelect
                label="Reason"
                ref={focusIt}
                value={reason}
                data={Object.entries(reasonLabels).map(([value, label]) => ({ value, label }))}
                onChange={({ currentTarget }) => setReason(currentTarget.value as ReasonCode)}
              />
              <FreeText
                tick={tick}
                sentAs="note"
                label="Note to the student"
                description="What is wrong and how to fix it."
                required
                value={note}
                onChange={({ currentTarget }) => setNote(currentTarget.value)}
              />
              <Buttons
                label="Reject"
                isPending={decide.isPending}
                disabled={note.trim().length < 3}
                onBack={() => setMode('look')}
              />
            </Stack>
          </form>
        )}
        {mode === 'condition' && (
          <form
            aria-label="Approve with a condition"
            onSubmit={(event) => {
              event.preventDefault()
              void send(
                { id, decision: 'condition', until, note: missing, ...missingTick.sent },
                'Approved with a condition',
              )
            }}
          >
            <Stack gap="sm">
              <DateField
                label="Counts until"
                description={`At most ${data.type.conditional_days} days.`}
                required
                minDate={todayHere()}
                value={until}
                onChange={setUntil}
              />
              <FreeText
                tick={missingTick}
                sentAs="note"
                label="What is still missing"
                value={missing}
                onChange={({ currentTarget }) => setMissing(currentTarget.value)}
              />
              <Buttons
                label="Approve with a condition"
                isPending={decide.isPending}
                disabled={!until}
                onBack={() => setMode('look')}
              />
            </Stack>
          </form>
        )}
      </Stack>
    </PageSection>
  )
}

/** Focuses the first field of a form that a key opened. */
const focusIt = (element: HTMLElement | null): void => element?.focus()

function Buttons({
  label,
  isPending,
  disabled,
  onBack,
}: {
  label: string
  isPending: boolean
  disabled: boolean
  onBack: () => void
}) {
  return (
    <FormFooter>
      <Button variant="default" onClick={onBack}>
        Back
      </Button>
      <Button type="submit" loading={isPending} disabled={disabled}>
        {label}
      </Button>
    </FormFooter>
  )
}

function Earlier({ rows }: { rows: readonly Credential[] }): ReactNode {
  return (
    <details>
      <summary>Earlier submissions ({rows.length})</summary>
      <Stack gap={4} mt="xs">
        {rows.map((row) => (
          <Group key={row.id} gap="xs">
            <StateBadge state={row.shown} label={statusLabels[row.shown]} />
            <Text size="sm">
              {formatDate(dayHere(row.submitted_at))}
              {row.reason_code && ` · ${reasonLabels[row.reason_code]}`}
              {row.note && ` · ${row.note}`}
            </Text>
          </Group>
        ))}
      </Stack>
    </details>
  )
}
