import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatDate, todayHere } from '#core/plain-date.ts'
import { formFields, gapInWords, judge } from '#features/credential-types/rules.ts'
import { DocumentPages } from '#features/files/web/public.ts'
import { DateField } from '#ui/DateField.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { StateBadge } from '#ui/StateBadge.tsx'
import { toast } from '#ui/toast.ts'
import type { Credential, ReasonCode } from '../contract.ts'
import { reasonLabels, statusLabels } from '../rules.ts'
import { PrecheckNotice } from './PrecheckNotice.tsx'
import { credentials, useDecideCredential, useOpenCredential } from './queries.ts'
import classes from './Review.module.css'
import { useReviewKeys } from './use-review-keys.ts'

/** One submission: the document, what was filled in, what its rule says, and the decision. */
export function ReviewPanel({ id, onNext }: { id: string; onNext: () => void }): ReactNode {
  const query = useQuery(credentials.get.queryOptions({ input: { id } }))
  const take = useOpenCredential()
  const decide = useDecideCredential()
  const tick = usePatientTick()
  const [mode, setMode] = useState<'look' | 'reject' | 'condition'>('look')
  const [reason, setReason] = useState<ReasonCode>('illegible')
  const [note, setNote] = useState('')
  const [expires, setExpires] = useState('')
  const [until, setUntil] = useState('')
  const approve = useRef<HTMLButtonElement>(null)
  const takeIt = take.mutate
  useEffect(() => {
    // The lock lasts two minutes: while it is open here, it is taken anew.
    const again = () => takeIt({ id })
    again()
    const timer = setInterval(again, 90_000)
    return () => clearInterval(timer)
  }, [id, takeIt])

  const send = (input: Parameters<typeof decide.mutate>[0], done: string) =>
    decide.mutate(input, {
      onSuccess: () => {
        toast.success(done)
        onNext()
      },
    })
  const approveIt = () =>
    send({ id, decision: 'approve', ...(expires && { expires_on: expires }) }, 'Approved')
  const isBlocked = take.isError || decide.isPending
  useReviewKeys({
    a: () => !isBlocked && approveIt(),
    r: () => !isBlocked && setMode('reject'),
    n: onNext,
    Escape: () => setMode('look'),
  })
  const { data } = query
  if (query.isError)
    return (
      <FailedState
        title="We couldn’t load this submission"
        error={query.error}
        onRetry={() => void query.refetch()}
      />
    )
  if (!data) return <Text c="dimmed">Loading…</Text>
  const judged = judge(data.type, data.values)
  return (
    <PageSection
      title={data.type_name}
      description={`${data.student_name} · sent ${formatDate(data.submitted_at.slice(0, 10))}`}
    >
      <Stack gap="md">
        {take.isError && (
          <Alert color="yellow" title="You can look, but not decide">
            {take.error.message}
          </Alert>
        )}
        <section className={classes.pages} aria-label="Document">
          {data.files.map((file) => (
            <DocumentPages key={file.id} file={file} reason="Review of a credential" />
          ))}
          {data.files.length === 0 && (
            <Text size="sm" c="dimmed">
              Sent without a document.
            </Text>
          )}
        </section>
        {data.carried && (
          <Text size="sm">
            {`Approved by ${data.carried.school_name} on ${formatDate(data.carried.approved_on)}${data.carried.expires_on ? `, valid there until ${formatDate(data.carried.expires_on)}` : ''}. The student passed it on.`}
          </Text>
        )}
        {data.precheck && <PrecheckNotice precheck={data.precheck} type={data.type} />}
        <Answers credential={data} fields={formFields(data.type)} />
        <Text component="output" size="sm" fw={500}>
          {judged.status === 'complete'
            ? data.proposed_expires_on
              ? `Complete. Valid until ${formatDate(data.proposed_expires_on)}.`
              : 'Complete.'
            : gapInWords(judged.gap)}
        </Text>
        {data.earlier.length > 0 && <Earlier rows={data.earlier} />}
        {mode === 'look' && (
          <>
            <DateField
              label="Last day valid, if the document says otherwise"
              clearable
              value={expires}
              onChange={setExpires}
            />
            <Group justify="flex-end">
              {data.type.conditional_days > 0 && (
                <Button variant="default" disabled={isBlocked} onClick={() => setMode('condition')}>
                  With a condition
                </Button>
              )}
              <Button variant="default" disabled={isBlocked} onClick={() => setMode('reject')}>
                Reject
              </Button>
              <Button ref={approve} loading={decide.isPending} disabled={take.isError} onClick={approveIt}>
                Approve
              </Button>
            </Group>
          </>
        )}
        {mode === 'reject' && (
          <form
            aria-label="Reject"
            onSubmit={(event) => {
              event.preventDefault()
              send({ id, decision: 'reject', reason_code: reason, note, ...tick.sent }, 'Rejected')
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
              send({ id, decision: 'condition', until, note, ...tick.sent }, 'Approved with a condition')
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
                tick={tick}
                sentAs="note"
                label="What is still missing"
                value={note}
                onChange={({ currentTarget }) => setNote(currentTarget.value)}
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

/** The first field of a form that a key opened has the focus. */
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
    <Group justify="flex-end">
      <Button variant="default" onClick={onBack}>
        Back
      </Button>
      <Button type="submit" loading={isPending} disabled={disabled}>
        {label}
      </Button>
    </Group>
  )
}

function Answers({
  credential,
  fields,
}: {
  credential: Credential
  fields: ReturnType<typeof formFields>
}): ReactNode {
  const filled = fields.filter(
    ({ key }) => credential.values[key] !== undefined && credential.values[key] !== '',
  )
  return (
    <dl className={classes.facts}>
      {filled.map(({ key, label, options }) => {
        const value = credential.values[key]
        const text = Array.isArray(value)
          ? value.map((date) => formatDate(date)).join(', ')
          : typeof value === 'boolean'
            ? value
              ? 'Yes'
              : 'No'
            : /^\d{4}-\d{2}-\d{2}$/.test(value!)
              ? formatDate(value!)
              : (options.find((option) => option.value === value)?.label ?? value)
        return (
          <div key={key} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        )
      })}
    </dl>
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
              {formatDate(row.submitted_at.slice(0, 10))}
              {row.reason_code && ` · ${reasonLabels[row.reason_code]}`}
              {row.note && ` · ${row.note}`}
            </Text>
          </Group>
        ))}
      </Stack>
    </details>
  )
}
