import { Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isPlainDate, type PlainDate } from '#core/plain-date.ts'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Skeletons } from '#ui/Skeletons.tsx'
import { toast } from '#ui/toast.ts'
import { useVersions } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type { Leave, LeaveReason } from '../contract.ts'
import { keptOf, leaveReasonLabels } from '../rules.ts'
import { type LeaveValues, leaveValuesOf, leaveVersionFields } from './leave-form.ts'
import { LeaveItems } from './LeaveItems.tsx'
import { leaves, useChangeLeave, useStartLeave } from './queries.ts'

export type LeaveDialogProps = {
  /** The student, with the leave to change, if any; null while the dialog is closed. */
  student: { id: string; full_name: string; leave: Leave | null } | null
  today: PlainDate
  onClose: () => void
}

/** Records or changes a leave: its days and reason, then the items within it, which are freed unless kept. */
export function LeaveDialog({ student, today, onClose }: LeaveDialogProps): ReactNode {
  return (
    <Modal
      opened={student !== null}
      onClose={onClose}
      title={student ? titleOf(student) : ''}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {student && <LeaveForm key={student.leave?.id} student={student} today={today} onClose={onClose} />}
    </Modal>
  )
}

type Student = NonNullable<LeaveDialogProps['student']>

const titleOf = ({ full_name: name, leave }: Student): string =>
  leave ? `Change ${name}’s leave` : `Record a leave for ${name}`

const schema = plainSchema<LeaveValues>(({ starts_on: start, ends_on: end, reason }) => ({
  starts_on: !isPlainDate(start) && 'Enter a date.',
  ends_on:
    end !== '' && isPlainDate(start) && end < start && 'The last day must be on or after the first day.',
  reason: reason === '' && 'Choose a reason.',
}))

function LeaveForm({
  student,
  today,
  onClose,
}: {
  student: Student
  today: PlainDate
  onClose: () => void
}): ReactNode {
  const start = useStartLeave()
  const change = useChangeLeave()
  // As of when the form was opened: saving is refused if others changed it meanwhile.
  const [opened] = useState(student.leave)
  const [initial] = useState(() => leaveValuesOf(opened, today))
  const [id] = useState(() => opened?.id ?? crypto.randomUUID())
  /** The items that are kept although they were not, or no longer. */
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const tick = usePatientTick()
  const form = useSchemaForm(schema, {
    initialValues: initial,
    onSubmit: async ({ starts_on, ends_on, reason, note }, values) => {
      const stays = [...kept]
      const fields = {
        id,
        starts_on,
        ends_on: ends_on || null,
        reason: reason as LeaveReason,
        note: note.trim() || null,
        free_ids: items.map((item) => item.id).filter((one) => !stays.includes(one)),
        keep_ids: stays,
        ...tick.sent,
      }
      const refetch = {
        onError: (error: unknown) => {
          versions.meet(error, values)
          void plan.refetch()
        },
      }
      if (leave) {
        await change.mutateAsync({ ...fields, version: versions.version }, refetch)
        toast.success('Leave changed')
      } else await start.mutateAsync({ ...fields, student_id: student.id }, refetch)
      onClose()
    },
  })
  const versions = useVersions<Leave, LeaveValues>({
    row: opened ?? undefined,
    start: initial,
    valuesOf: (row) => leaveValuesOf(row, today),
    fields: leaveVersionFields,
    setValues: form.setValues,
  })
  const leave = versions.met?.current ?? opened
  const { starts_on, ends_on } = form.values
  const hasDays = isPlainDate(starts_on) && (ends_on === '' || (isPlainDate(ends_on) && starts_on <= ends_on))
  const plan = useQuery({
    ...leaves.plan.queryOptions({
      input: {
        student_id: student.id,
        starts_on,
        ...(ends_on && { ends_on }),
        ...(leave && { leave_id: leave.id }),
      },
    }),
    enabled: hasDays,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const items = plan.data?.items ?? []
  const kept = keptOf(items, leave, changed)
  const toggle = (item: string): void => {
    const next = new Set(changed)
    if (!next.delete(item)) next.add(item)
    setChanged(next)
  }
  const title = titleOf(student)
  return (
    <Form
      form={conflictOf(change.error) ? { ...form, failure: undefined } : form}
      label={title}
      submitLabel={leave ? 'Change leave' : 'Record leave'}
      onCancel={onClose}
      blocker={hasDays ? blockerOf(plan) : null}
    >
      <Stack gap="md">
        {versions.met && (
          <VersionsNotice
            what="this leave"
            differences={versions.met.differences}
            changes={versions.met.changes}
            onChoose={versions.choose}
          />
        )}
        <DateField
          label="First day"
          required
          disabled={leave?.status === 'on_leave'}
          {...(leave?.status === 'on_leave' && {
            description: 'The leave has already begun, so its first day can’t change.',
          })}
          {...form.field('starts_on')}
        />
        <DateField
          label="Last day"
          description="Leave blank until the return date is known."
          clearable
          {...form.field('ends_on')}
        />
        <NativeSelect
          label="Reason"
          description="The school’s administrators and the student see it."
          required
          data={[
            { value: '', label: 'Choose a reason' },
            ...Object.entries(leaveReasonLabels).map(([value, label]) => ({ value, label })),
          ]}
          {...form.field('reason')}
        />
        <FreeText
          label="Note"
          description="The student reads it."
          maxLength={1000}
          autosize
          minRows={2}
          tick={tick}
          sentAs="note"
          {...form.field('note')}
        />
        {hasDays && (
          <Loaded
            query={plan}
            skeleton={<Skeletons shape="text" count={3} />}
            failedTitle="The shifts on these days couldn’t be loaded"
            isEmpty={() => false}
          >
            {({ blocker, wishlists }) =>
              blocker ? null : (
                <>
                  <LeaveItems items={items} kept={kept} onToggle={toggle} />
                  {wishlists.length > 0 && (
                    <Text size="sm">
                      Open wishlists: {wishlists.map(({ name }) => name).join(', ')}. The student can still
                      rank; matching leaves out rotations with shifts on these days.
                    </Text>
                  )}
                </>
              )
            }
          </Loaded>
        )}
      </Stack>
    </Form>
  )
}

type Plan = { isFetching: boolean; isError: boolean; data?: { blocker: string | null } | undefined }

function blockerOf({ isFetching, isError, data }: Plan): string | null {
  if (isFetching) return 'Looking for shifts on these days…'
  if (isError) return 'The shifts on these days couldn’t be loaded. Try again first.'
  return data?.blocker ?? null
}
