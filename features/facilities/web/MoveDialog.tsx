import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ChangesSince } from '#ui/ChangesSince.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { OpenModal } from '#ui/OpenDialog.tsx'
import { conflictOf, useConflict } from '#ui/versions.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import type { ActionTarget } from './action-target.ts'
import { useMove } from './queries.ts'

type Values = { parent_id: string; reason: string }

/** Moves a facility below another: a unit to another site, a site or organization to another organization. */
export function MoveDialog({
  facility,
  onClose,
}: {
  facility: ActionTarget
  onClose: () => void
}): ReactNode {
  const move = useMove()
  const locked = useConflict(facility)
  const isTop = facility.kind === 'organization'
  const wanted = facility.kind === 'unit' ? 'site' : 'organization'
  const tick = usePatientTick()
  const form = useSchemaForm(
    plainSchema<Values>(({ parent_id, reason }) => ({
      parent_id: !isTop && !parent_id && `Choose the ${wanted}.`,
      reason: reason.trim().length < 3 && 'Give a short reason. It’s kept on record.',
    })),
    {
      initialValues: { parent_id: '', reason: '' },
      onSubmit: async ({ parent_id, reason }) => {
        await move.mutateAsync(
          { id: facility.id, version: locked.version, parent_id: parent_id || null, reason, ...tick.sent },
          { onError: (error) => void locked.meet(error) },
        )
        onClose()
      },
    },
  )
  return (
    <OpenModal
      onClose={onClose}
      title={`Move ${facility.name}`}
      size="md"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Form
        form={conflictOf(move.error) ? { ...form, failure: undefined } : form}
        submitLabel={`Move ${facility.kind}`}
        onCancel={onClose}
        label={`Move ${facility.name}`}
      >
        <Stack gap="md">
          {locked.conflict && (
            <ChangesSince what={`this ${facility.kind}`} changes={locked.conflict.changes}>
              Review what changed, then move it or cancel.
            </ChangesSince>
          )}
          <EntitySelect
            label={facility.kind === 'unit' ? 'To the site' : isTop ? 'Part of' : 'To the organization'}
            description={isTop ? 'Leave blank to make it independent.' : undefined}
            placeholder="Search by name"
            kind={wanted}
            exceptId={facility.id}
            required={!isTop}
            data-autofocus
            {...form.field('parent_id')}
            value={form.values.parent_id || null}
            onChange={(id) => form.setFieldValue('parent_id', id ?? '')}
          />
          <FreeText tick={tick} label="Reason" required autosize minRows={2} {...form.field('reason')} />
          <Text size="sm" c="dimmed">
            {facility.kind === 'unit'
              ? 'Its shifts stay with it. It takes the address and the time zone of its new site.'
              : 'Everything below it moves too.'}
          </Text>
        </Stack>
      </Form>
    </OpenModal>
  )
}
