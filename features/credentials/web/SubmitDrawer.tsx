import { Alert, Button, Drawer, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { todayHere } from '#core/plain-date.ts'
import type { Attachment, CredentialType, CredentialValues } from '#features/credential-types/contract.ts'
import { formFields } from '#features/credential-types/rules.ts'
import { CredentialFields } from '#features/credential-types/web/public.ts'
import { FileField, type Uploads, useUploads } from '#features/files/web/public.ts'
import { FormFooter } from '#ui/FormFooter.tsx'
import { focusFirst } from '#ui/focus-first.ts'
import { fieldErrorsOf } from '#ui/form.ts'
import type { Credential, Precheck } from '../contract.ts'
import {
  acceptsInWords,
  initialAnswers,
  previewValidity,
  isConfirmedByReading,
  providerBlocker,
  reasonLabels,
  type acceptedFor,
} from '../rules.ts'
import { Attachments } from './Attachments.tsx'
import { DocumentExample } from './DocumentExample.tsx'
import { PrecheckNotice } from './PrecheckNotice.tsx'
import { usePrecheck, useSubmitCredential } from './queries.ts'

type Props = {
  opened: boolean
  type: CredentialType | undefined
  /** The facility of a site orientation. */
  facilityId: string | null
  /** Further instructions of those who require it. */
  instructions: readonly string[] | undefined
  /** Those who require it, with the providers they accept. */
  accepted: ReturnType<typeof acceptedFor> | undefined
  /** Forms to fill in, or instructions for getting it. */
  attachments: readonly Attachment[] | undefined
  /** The previous submission, whose answers are filled in. */
  before: Credential | undefined
  onClose: () => void
}

/** Sends a credential: the fields of its type, its documents, and a preview of what they prove. */
export function SubmitDrawer({ opened, type, onClose, ...known }: Props): ReactNode {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={type?.name ?? ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {type && <SubmitForm key={type.id} type={type} {...known} onDone={onClose} />}
    </Drawer>
  )
}

function SubmitForm({
  type,
  facilityId,
  instructions = [],
  accepted = [],
  attachments = [],
  before,
  onDone,
}: Omit<Props, 'opened' | 'type' | 'onClose'> & { type: CredentialType; onDone: () => void }) {
  const submit = useSubmitCredential()
  const [id] = useState(() => crypto.randomUUID())
  const [values, setValues] = useState<CredentialValues>(initialAnswers(before))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  // On a phone the errors may be above the visible part.
  useEffect(() => {
    if (Object.keys(errors).length > 0) focusFirst(form.current)
  }, [errors])
  const uploads = useUploads('credential', { restores: true })
  const fields = formFields(type)
  const limits = accepted
    .filter(({ providers }) => providers.length > 0)
    .map(({ scope_name: who, providers }) => acceptsInWords({ who, type: type.name, providers }))
  const checked = useChecked(type, uploads, (fills) =>
    setValues((known) => ({ ...fillable(fields, fills), ...filled(known) })),
  )

  // A refusal of another field is shown below them.
  const shown = new Set([...(type.needs_file ? ['file_ids'] : []), ...fields.map(({ key }) => key)])
  const send = (event: FormEvent) => {
    event.preventDefault()
    const missing = fields.filter(({ key, is_required: isRequired }) => isRequired && !values[key])
    const isWithout = type.needs_file && uploads.readyIds.length === 0
    const refused = providerBlocker(type, values, accepted)
    if (missing.length > 0 || isWithout || refused) {
      setErrors({
        ...(refused && { provider: acceptsInWords(refused.values) }),
        ...Object.fromEntries(missing.map(({ key, label }) => [key, `${label} is needed.`])),
        ...(isWithout && { file_ids: 'Add a photo or PDF of the document.' }),
      })
      return
    }
    setErrors({})
    if (uploads.blocker) return focusFirst(form.current)
    const answers = Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        Array.isArray(value) ? value.filter(Boolean) : value,
      ]),
    )
    submit.mutate(
      { id, type_id: type.id, values: answers, file_ids: [...uploads.readyIds], facility_id: facilityId },
      {
        onSuccess: () => {
          uploads.clear()
          onDone()
        },
        onError: (error) => setErrors(fieldErrorsOf(error) ?? {}),
      },
    )
  }

  return (
    <form ref={form} onSubmit={send} noValidate aria-label={type.name}>
      <Stack gap="md">
        {before?.status === 'rejected' && before.reason_code && (
          <Alert color="red" title={reasonLabels[before.reason_code]}>
            {before.note}
          </Alert>
        )}
        {[...new Set([type.instructions, ...instructions, ...limits])].filter(Boolean).map((text) => (
          <Text key={text} size="sm">
            {text}
          </Text>
        ))}
        <Attachments files={attachments} />
        {type.needs_file && <DocumentExample type={type} isOpen={before?.status === 'rejected'} />}
        {type.needs_file && (
          <FileField
            label="Document"
            uploads={uploads}
            required
            error={uploads.isBusy ? undefined : (uploads.blocker ?? errors['file_ids'])}
          />
        )}
        {checked && <PrecheckNotice precheck={checked} type={type} />}
        <CredentialFields fields={fields} values={values} onChange={setValues} errors={errors} />
        <Foreseen type={type} values={values} />
        {submit.isError && !Object.keys(errors).some((name) => shown.has(name)) && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {submit.error.message}
          </Text>
        )}
        <FormFooter>
          <Button type="submit" loading={submit.isPending || uploads.isBusy}>
            {isConfirmedByReading(type) ? 'Confirm' : 'Send for review'}
          </Button>
        </FormFooter>
      </Stack>
    </form>
  )
}

/** Reads the documents once they are uploaded; fills in what they say where a field is empty. */
function useChecked(
  type: CredentialType,
  uploads: Uploads,
  onFills: (fills: CredentialValues) => void,
): Precheck | null {
  const { mutate, data, reset } = usePrecheck()
  const ready = uploads.isBusy ? '' : uploads.readyIds.join(' ')
  const fill = useRef(onFills)
  useEffect(() => {
    fill.current = onFills
  })
  useEffect(() => {
    if (ready === '') reset()
    else
      mutate(
        { type_id: type.id, file_ids: ready.split(' ') },
        { onSuccess: ({ fills }) => fill.current(fills) },
      )
  }, [ready, type.id, mutate, reset])
  return data?.precheck ?? null
}

const fillable = (fields: readonly { key: string }[], fills: CredentialValues): CredentialValues =>
  Object.fromEntries(Object.entries(fills).filter(([key]) => fields.some((field) => field.key === key)))
const filled = (values: CredentialValues): CredentialValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))

/** What the answers prove so far: a warning or the last day, never a decision. */
function Foreseen({ type, values }: { type: CredentialType; values: CredentialValues }): ReactNode {
  const { words, isWarning } = previewValidity(type, values, todayHere())
  return (
    <Text component="output" size="sm" c={isWarning ? 'var(--mantine-color-error)' : 'dimmed'}>
      {words}
    </Text>
  )
}
