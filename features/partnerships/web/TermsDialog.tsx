import { Checkbox, NativeSelect, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { addDays } from '#core/plain-date.ts'
import { base64Of } from '#platform/web/base64.ts'
import { Banner } from '#ui/Banner.tsx'
import { ChangesSince } from '#ui/ChangesSince.tsx'
import { DateField } from '#ui/DateField.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { conflictOf, useConflict } from '#ui/versions.ts'
import { useSchemaForm } from '#ui/form.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { OpenModal } from '#ui/OpenDialog.tsx'
import type { AgreementKind, Partnership, PartnershipDetail } from '../contract.ts'
import { agreementKindLabels, indemnityLabels, readersOf, usualLastDay } from '../rules.ts'
import { partnerships, useAccept, useAddFile, usePropose } from './queries.ts'
import { termProblems } from './why-not.ts'

type TermsDialogProps = { what: 'accept' | 'propose'; partnership: Partnership; onClose: () => void }
const MAX_BYTES = 10 * 1024 * 1024

/** The terms of an agreement: set when accepting, or proposed for an active one. */
export function TermsDialog({ what, partnership, onClose }: TermsDialogProps): ReactNode {
  const query = useQuery(partnerships.get.queryOptions({ input: { id: partnership.id } }))
  const other = partnership.party === 'school' ? partnership.organization_name : partnership.school_name
  return (
    <OpenModal
      onClose={onClose}
      size="lg"
      title={what === 'accept' ? `Accept the partnership with ${other}` : `New terms with ${other}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded query={query} failedTitle="This partnership couldn’t be loaded">
        {(detail) => <TermsForm what={what} detail={detail} onClose={onClose} />}
      </Loaded>
    </OpenModal>
  )
}

/** Seats per semester; empty means no limit. */
const seatsField = z.union([z.literal(''), z.number().check(z.minimum(1), z.maximum(100_000))])
const optionalNumber = z.union([z.literal(''), z.number()])
const schemaFor = (today: string, needsReason: boolean) =>
  z
    .object({
      agreement_kind: z.enum(['affiliation', 'mou', 'observation_only', 'none']),
      signed_on: z.string(),
      effective_from: z.string(),
      effective_to: z.string(),
      auto_renew: z.boolean(),
      notice_days: z.number('Fill in the days of notice.').check(z.minimum(0), z.maximum(365)),
      liability: optionalNumber,
      indemnity: z.enum(['', 'yes', 'no', 'mutual']),
      seats: seatsField,
      auto_approve: z.boolean(),
      contact_name: z.string().check(z.trim(), z.maxLength(120)),
      contact_email: z
        .string()
        .check(z.trim(), z.regex(/^$|^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'This isn’t an email address.')),
      reason: z
        .string()
        .check(
          z.trim(),
          z.maxLength(1000),
          z.minLength(needsReason ? 3 : 0, 'You’re deciding for others, so give a reason.'),
        ),
    })
    .check((context) => {
      for (const [field, message] of termProblems(context.value, today))
        context.issues.push({ code: 'custom', path: [field], message, input: context.value })
    })

type FormProps = { what: 'accept' | 'propose'; detail: PartnershipDetail; onClose: () => void }

function TermsForm({ what, detail, onClose }: FormProps): ReactNode {
  const accept = useAccept()
  const propose = usePropose()
  const addFile = useAddFile()
  const [files, setFiles] = useState<File[]>([])
  const [fileProblem, setFileProblem] = useState<string>()
  const today = detail.today
  const isFacility = detail.party !== 'school'
  const contact = isFacility ? detail.contact_facility : detail.contact_school
  // An invited school accepts the seats as they are; to change them, it proposes new terms.
  const mayProposeSeats = what === 'propose' || isFacility
  const later = what === 'propose' && detail.effective_to !== null
  const begins = later ? addDays(detail.effective_to!, 1) : (detail.effective_from ?? today)
  const tick = usePatientTick()
  const locked = useConflict(detail)
  const form = useSchemaForm(schemaFor(today, detail.party === 'platform'), {
    initialValues: {
      // The terms sent with the request, or else what clinical days require.
      agreement_kind: (detail.agreement_kind === 'none' && !detail.effective_from
        ? 'affiliation'
        : detail.agreement_kind) as AgreementKind,
      signed_on: later ? '' : (detail.signed_on ?? ''),
      effective_from: later && detail.effective_from ? detail.effective_from : begins,
      effective_to: later ? usualLastDay(begins) : (detail.effective_to ?? usualLastDay(begins)),
      auto_renew: detail.auto_renew,
      notice_days: detail.notice_days,
      liability: (detail.liability_min_cents === null ? '' : detail.liability_min_cents / 100) as number | '',
      seats: (detail.seat_quota_per_semester ?? '') as number | '',
      indemnity: (detail.indemnity ?? '') as '' | 'yes' | 'no' | 'mutual',
      auto_approve: detail.auto_approve_shifts,
      contact_name: contact.name ?? '',
      contact_email: contact.email ?? '',
      reason: '',
    },
    onSubmit: async (values) => {
      const isWritten = ['affiliation', 'mou'].includes(values.agreement_kind)
      if (isWritten && files.length === 0 && detail.files.length === 0) {
        setFileProblem('Add the signed agreement (PDF): clinical days need it in writing.')
        throw new Error('Add the signed agreement first. Observation alone does not need one.')
      }
      for (const file of files)
        await addFile.mutateAsync({
          id: detail.id,
          file_id: crypto.randomUUID(),
          name: file.name,
          content: await base64Of(file),
        })
      setFiles([])
      const terms = {
        agreement_kind: values.agreement_kind,
        signed_on: values.signed_on || null,
        effective_from: values.effective_from,
        effective_to: values.effective_to,
        auto_renew: values.auto_renew,
        notice_days: values.notice_days,
        liability_min_cents: values.liability === '' ? null : Math.round(values.liability * 100),
        indemnity: values.indemnity || null,
        ...(mayProposeSeats && { seat_quota_per_semester: values.seats === '' ? null : values.seats }),
      }
      const by = {
        id: detail.id,
        version: locked.version,
        terms,
        ...(values.reason && { reason: values.reason }),
        ...tick.sent,
      }
      const onError = (error: unknown) => void locked.meet(error)
      if (what === 'propose') await propose.mutateAsync(by, { onError })
      else
        await accept.mutateAsync(
          {
            ...by,
            ...(isFacility && { auto_approve_shifts: values.auto_approve }),
            ...(values.contact_name || values.contact_email
              ? {
                  contact: {
                    ...(values.contact_name && { name: values.contact_name }),
                    ...(values.contact_email && { email: values.contact_email }),
                  },
                }
              : {}),
          },
          { onError },
        )
      onClose()
    },
  })
  const isWritten = ['affiliation', 'mou'].includes(form.values.agreement_kind)
  return (
    <Form
      form={conflictOf((what === 'accept' ? accept : propose).error) ? { ...form, failure: undefined } : form}
      submitLabel={what === 'accept' ? 'Accept partnership' : 'Send new terms'}
      onCancel={onClose}
      label="Agreement"
    >
      <Stack gap="md">
        {locked.conflict && (
          <ChangesSince what="this partnership" changes={locked.conflict.changes}>
            Your changes are kept. Review what changed, then send again or cancel.
          </ChangesSince>
        )}
        <NativeSelect
          label="Agreement"
          data={Object.entries(agreementKindLabels).map(([value, label]) => ({ value, label }))}
          {...form.field('agreement_kind')}
        />
        {!isWritten && <Banner kind="info" title="Shifts under it are for observation only." />}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DateField label="First day" required {...form.field('effective_from')} />
          <DateField label="Last day" required {...form.field('effective_to')} />
          <DateField label="Signed on" clearable {...form.field('signed_on')} />
          <NumberInput
            label="Notice (days)"
            min={0}
            max={365}
            allowDecimal={false}
            required
            {...form.field('notice_days')}
          />
          {mayProposeSeats && (
            <NumberInput
              label="Seats per semester"
              description="Leave blank for no limit."
              min={1}
              max={100_000}
              allowDecimal={false}
              {...form.field('seats')}
            />
          )}
          <NumberInput
            label="Minimum liability insurance"
            prefix="$"
            thousandSeparator=","
            min={0}
            max={1_000_000_000}
            {...form.field('liability')}
          />
          <NativeSelect
            label="Indemnity"
            data={[
              { value: '', label: 'Not specified' },
              ...Object.entries(indemnityLabels).map(([value, label]) => ({ value, label })),
            ]}
            {...form.field('indemnity')}
          />
        </SimpleGrid>
        <Checkbox
          label="Renews automatically for a year unless someone gives notice"
          {...form.getInputProps('auto_renew', { type: 'checkbox' })}
        />
        {what === 'accept' && isFacility && (
          <Checkbox
            label="Shifts that fit it are approved automatically"
            {...form.getInputProps('auto_approve', { type: 'checkbox' })}
          />
        )}
        <FileDrop
          label="Signed agreement (PDF, at most 10 MB)"
          {...(detail.files.length > 0 && {
            description: `${detail.files.length === 1 ? '1 file is' : `${detail.files.length} files are`} already added.`,
          })}
          files={files}
          onChange={(next) => {
            setFiles(next)
            setFileProblem(undefined)
          }}
          accept=".pdf"
          maxBytes={MAX_BYTES}
          error={fileProblem}
          required={isWritten && detail.files.length === 0}
        />
        {what === 'accept' && (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label="Your contact person" {...form.field('contact_name')} />
            <TextInput label="Contact’s email" type="email" {...form.field('contact_email')} />
          </SimpleGrid>
        )}
        <FreeText
          tick={tick}
          label={detail.party === 'platform' ? 'Reason' : 'Message'}
          description={
            detail.party === 'platform'
              ? `You’re deciding for others. ${readersOf(detail)}`
              : readersOf(detail)
          }
          required={detail.party === 'platform'}
          autosize
          minRows={2}
          {...form.field('reason')}
        />
      </Stack>
    </Form>
  )
}
