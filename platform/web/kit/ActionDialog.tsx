import { Button, List, Modal, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { patientDataSigns } from '#core/patient-data.ts'
import { Banner } from '#ui/Banner.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { takeEscape } from '#ui/confirm-requests.ts'
import { rememberFocus } from '#ui/restore-focus.ts'
import { focusFirstSoon } from '#ui/focus-first.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { LazyDateField } from '#ui/LazyDateField.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { LONGEST_REASON } from '#ui/reason.ts'
import {
  type Action,
  type Answer,
  missingIn,
  type Outcome,
  type Question,
  type QuestionField,
  withoutEllipsis,
} from './actions.ts'

export interface Asked {
  action: Action<unknown>
  rows: readonly unknown[]
  question: Question
  /** The rows that were refused before the question. */
  refused?: readonly Outcome<unknown>[]
}

export interface ActionDialogProps {
  asked: Asked | undefined
  nameOf: (row: unknown) => string
  /** Does the action; returns the outcome of each refused row to show. */
  onAnswer: (asked: Asked, rows: readonly unknown[], answer: Answer) => Promise<readonly Outcome<unknown>[]>
  onClose: () => void
}

/** The question before an action, with the outcome of each row that was refused. */
export function ActionDialog({ asked, onClose, ...rest }: ActionDialogProps): ReactNode {
  // The last question stays rendered while the dialog closes.
  const [shown, setShown] = useState(asked)
  // Before the dialog takes the focus. Its action may remove the button that had it.
  const [giveFocusBack, setGiveFocusBack] = useState(rememberFocus)
  if (asked && asked !== shown) {
    setShown(asked)
    setGiveFocusBack(rememberFocus)
  }
  const isOpen = asked !== undefined
  const close = useEffectEvent(onClose)
  // Otherwise a drawer below the dialog would handle the same key.
  useEffect(() => (isOpen ? takeEscape(() => leaveOr(close)) : undefined), [isOpen])
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={false} // takeEscape
      onExitTransitionEnd={giveFocusBack}
      title={shown?.question.title ?? ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {shown && <Form key={shown.action.id} asked={shown} onClose={onClose} {...rest} />}
    </Modal>
  )
}

/** Closes with the close button, which asks about unsaved text (ui/close-guard.ts). */
function leaveOr(close: () => void): void {
  const button = [...document.querySelectorAll<HTMLElement>('.mantine-Modal-close')].at(-1)
  if (button) button.click()
  else close()
}

const LISTED = 20

function Form({ asked, nameOf, onAnswer, onClose }: ActionDialogProps & { asked: Asked }): ReactNode {
  const { action, rows, question } = asked
  const {
    reason,
    code,
    fields = [],
    confirmLabel = withoutEllipsis(action.label),
    cancelLabel = 'Cancel',
  } = question
  const tick = usePatientTick()
  const [answer, setAnswer] = useState({
    reason: reason?.initial ?? '',
    code: '',
    values: Object.fromEntries(fields.map(({ name, initial = '' }) => [name, initial])),
  })
  const [isTried, setTried] = useState(false)
  const [isPending, setPending] = useState(false)
  // The rows still to be done: at first all, after a refusal those that were refused.
  const [refused, setRefused] = useState<readonly Outcome<unknown>[]>(asked.refused ?? [])
  const open = refused.length > 0 ? refused.map(({ row }) => row) : rows
  const again = refused.length > 0 ? refused.filter(({ isOld }) => !isOld).map(({ row }) => row) : rows
  const given: Answer = { ...answer, reason: answer.reason.trim(), tick: tick.sent }
  const missing = missingIn(question, given)
  const namesPatient = !tick.checked && patientDataSigns(answer.reason).length > 0
  const errorOf = (name: string) => (isTried ? missing[name] : undefined)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (again.length === 0) return
    setTried(true)
    if (Object.keys(missing).length > 0 || namesPatient) return focusFirstSoon(event.currentTarget)
    setPending(true)
    const outcomes = await onAnswer(asked, again, given)
    setPending(false)
    const failures = outcomes.filter(({ ok }) => !ok)
    if (failures.length === 0) return onClose()
    // The failure is announced elsewhere; what was typed stays for another try.
    if (!(action.tellsFailure && rows.length === 1)) setRefused(failures)
  }

  const first = code ? 'code' : fields[0] ? 'field' : reason ? 'reason' : 'button'
  return (
    <form onSubmit={(event) => void send(event)} noValidate aria-label={action.label}>
      <Stack gap="md">
        {refused.length === 1 && rows.length === 1 ? (
          <Banner kind="danger" live>
            {refused[0]!.why}
          </Banner>
        ) : refused.length > 0 ? (
          <Banner
            kind="warning"
            live
            title={`${formatNumber(refused.length)} of ${formatNumber(rows.length)} could not be done`}
          >
            Each says why.{again.length > 0 && ' You can try these again.'}
          </Banner>
        ) : typeof question.body === 'string' ? (
          <Text size="sm">{question.body}</Text>
        ) : (
          question.body
        )}
        {rows.length > 1 && (
          <List size="sm" spacing={4} aria-label={refused.length > 0 ? 'Not done' : 'Selected'}>
            {open.slice(0, LISTED).map((row, at) => (
              <List.Item key={nameOf(row) + String(at)}>
                {nameOf(row)}
                {refused[at] && (
                  <Text component="div" size="sm" c="var(--pw-orange-ink)">
                    {refused[at].why}
                  </Text>
                )}
              </List.Item>
            ))}
            {open.length > LISTED && <List.Item>{`and ${open.length - LISTED} more`}</List.Item>}
          </List>
        )}
        {code && (
          <NativeSelect
            label={code.label}
            required
            data-autofocus={first === 'code' || undefined}
            value={answer.code}
            data={[
              { value: '', label: 'Choose…' },
              ...Object.entries(code.labels).map(([value, label]) => ({ value, label })),
            ]}
            onChange={({ currentTarget }) => setAnswer({ ...answer, code: currentTarget.value })}
            error={errorOf('code')}
          />
        )}
        {fields.map((field, at) => (
          <OneField
            key={field.name}
            field={field}
            isFirst={first === 'field' && at === 0}
            value={answer.values[field.name] ?? ''}
            error={errorOf(field.name)}
            onChange={(value) => setAnswer({ ...answer, values: { ...answer.values, [field.name]: value } })}
          />
        ))}
        {reason && (
          <FreeText
            tick={tick}
            label={reason.label}
            required={reason.isRequired ?? false}
            {...(reason.hint && { description: reason.hint })}
            placeholder={reason.placeholder}
            maxLength={LONGEST_REASON}
            minRows={3}
            value={answer.reason}
            data-autofocus={first === 'reason' || undefined}
            onChange={({ currentTarget }) => setAnswer({ ...answer, reason: currentTarget.value })}
            error={
              errorOf('reason') ??
              (isTried && namesPatient ? 'Remove it, or confirm that no patient is named.' : undefined)
            }
          />
        )}
        <FormFooter>
          <Button variant="default" data-leaves onClick={onClose} disabled={isPending}>
            {refused.length > 0 ? 'Close' : cancelLabel}
          </Button>
          {again.length > 0 && (
            <Button
              type="submit"
              loading={isPending}
              color={(question.isDanger ?? action.danger) ? 'red' : 'evergreen'}
              data-autofocus={first === 'button' || undefined}
            >
              {refused.length > 0 ? 'Try again' : confirmLabel}
            </Button>
          )}
        </FormFooter>
      </Stack>
    </form>
  )
}

type OneFieldProps = {
  field: QuestionField
  isFirst: boolean
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function OneField({ field, isFirst, value, error, onChange }: OneFieldProps): ReactNode {
  const { label, kind, isRequired = false, description, options = [] } = field
  const common = {
    label,
    required: isRequired,
    error,
    ...(description && { description }),
    'data-autofocus': isFirst || undefined,
  }
  if (kind === 'choice')
    return (
      <NativeSelect
        {...common}
        value={value}
        data={[{ value: '', label: 'Choose…' }, ...options]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  if (kind === 'number')
    return (
      <NumberInput
        {...common}
        value={value}
        allowDecimal={false}
        onChange={(next) => onChange(String(next))}
      />
    )
  if (kind === 'date')
    return <LazyDateField {...common} value={value} onChange={(next) => onChange(next ?? '')} />
  return (
    <TextInput {...common} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
  )
}
