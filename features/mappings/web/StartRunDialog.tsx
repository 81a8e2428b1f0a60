import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { EntitySelect } from '#features/entities/web/public.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { OpenModal } from '#ui/OpenDialog.tsx'
import { mappings, touches } from './queries.ts'

type Values = { school_id: string; facility_id: string }

type DialogProps = { isOpen: boolean; isFacility: boolean; onClose: () => void }

/** Starts a run for a school, over all units or those of a facility. */
export function StartRunDialog({ isOpen, ...props }: DialogProps): ReactNode {
  return isOpen ? <OpenStart {...props} /> : null
}

function OpenStart({ isFacility, onClose }: Omit<DialogProps, 'isOpen'>): ReactNode {
  const [ids] = useState(() => ({
    id: crypto.randomUUID(),
    job_id: crypto.randomUUID(),
    idempotency_key: crypto.randomUUID(),
  }))
  const [, setWords] = useSearchParams({ run: idParam })
  const start = useMutation({ ...mappings.start.mutationOptions(), meta: { quiet: true, touches } })
  const form = useSchemaForm(
    plainSchema<Values>(({ school_id: school }) => ({ school_id: school === '' && 'Choose a school.' })),
    {
      initialValues: { school_id: '', facility_id: '' },
      onSubmit: async ({ school_id: school, facility_id: facility }) => {
        await start.mutateAsync({ ...ids, school_id: school, facility_id: facility || null })
        onClose()
        setWords({ run: ids.id }, false)
      },
    },
  )
  return (
    <OpenModal onClose={onClose} title="Find suggestions" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form form={form} label="Find suggestions" submitLabel="Find suggestions" onCancel={onClose}>
        <EntitySelect
          kind="school"
          label="School"
          description={
            isFacility ? 'One that you have an active agreement with' : 'Whose requirements are compared'
          }
          required
          {...form.field('school_id')}
          onChange={(id) => form.setFieldValue('school_id', id ?? '')}
        />
        <EntitySelect
          kind="facility"
          label="Units of"
          description={`Leave blank for ${isFacility ? 'all of your units' : 'all units that the school has an active agreement for'}`}
          {...form.field('facility_id')}
          onChange={(id) => form.setFieldValue('facility_id', id ?? '')}
        />
      </Form>
    </OpenModal>
  )
}
