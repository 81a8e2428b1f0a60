import { Modal, NativeSelect, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { DateField } from '#ui/DateField.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { PickOne } from '#ui/Pick.tsx'
import type { PermissionNode, PermissionType, FacilityKind } from '../contract.ts'
import { permissionLabels } from '#core/permission-labels.ts'
import { asTree, permissionFacts, permissionTypes } from '../rules.ts'
import { useSetPermission } from './queries.ts'

type Giving = {
  person: { id: string; full_name: string }
  nodes: readonly PermissionNode[]
  line: readonly { facility_id: string; name: string; kind: FacilityKind }[]
}

const types = permissionTypes.filter((type) => type !== 'capstone_preceptor')
const schema = z.object({
  permission_type: z.enum(permissionTypes),
  facility_id: z.nullable(z.string()).check(z.refine((id) => id !== null, 'Choose the facility.')),
  expires_on: z.string(),
  reason: z
    .string()
    .check(z.trim(), z.minLength(3, 'Give a short reason. It’s kept on record.'), z.maxLength(500)),
})

/** A superadmin gives a permission directly. */
export function GiveDialog({ giving, onClose }: { giving: Giving | null; onClose: () => void }): ReactNode {
  return (
    <Modal
      opened={giving !== null}
      onClose={onClose}
      title={giving ? `Give ${giving.person.full_name} a permission` : ''}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {giving && <GiveForm {...giving} onDone={onClose} />}
    </Modal>
  )
}

function GiveForm({ person, nodes, line, onDone }: Giving & { onDone: () => void }): ReactNode {
  const give = useSetPermission()
  const tick = usePatientTick()
  const form = useSchemaForm(schema, {
    initialValues: { permission_type: 'verifier', facility_id: null, expires_on: '', reason: '' } as {
      permission_type: PermissionType
      facility_id: string | null
      expires_on: string
      reason: string
    },
    onSubmit: async ({ facility_id: facility, expires_on: until, ...rest }) => {
      await give.mutateAsync({
        ...rest,
        ...tick.sent,
        user_id: person.id,
        facility_id: facility!,
        is_enabled: true,
        ...(until && { expires_on: until }),
      })
      onDone()
    },
  })
  const facts = permissionFacts[form.values.permission_type]
  const own = line[0]?.facility_id
  const within = asTree(nodes.filter((node) => node.in_scope))
  const above = facts.kind === null ? [] : line.slice(1)
  const facilities = [...above, ...within].filter(
    ({ kind, facility_id: id }) => facts.kind === null || (kind === facts.kind && id !== own),
  )
  return (
    <Form form={form} submitLabel="Give permission" onCancel={onDone} label="Permission">
      <Stack gap="md">
        <NativeSelect
          label="Permission"
          description={facts.allows}
          data={types.map((value) => ({ value, label: permissionLabels[value] }))}
          {...form.field('permission_type')}
          onChange={({ currentTarget }) =>
            form.setValues({ permission_type: currentTarget.value as PermissionType, facility_id: null })
          }
        />
        <PickOne
          label="Facility"
          required
          description={facts.where}
          among={facilities.map(({ facility_id: id, name }) => ({ id, name }))}
          nothingFoundMessage="There is no facility where this person could have it."
          {...form.field('facility_id')}
        />
        <DateField
          label="Last day"
          description="Leave blank for no end date."
          clearable
          {...form.field('expires_on')}
        />
        <FreeText
          tick={tick}
          label="Reason"
          description="Kept in the history."
          required
          autosize
          minRows={2}
          {...form.field('reason')}
        />
      </Stack>
    </Form>
  )
}
