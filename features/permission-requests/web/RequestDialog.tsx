import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useMe } from '#features/accounts/web/public.ts'
import type { PermissionType } from '#features/permissions/contract.ts'
import { permissionLabels } from '#core/permission-labels.ts'
import { permissionFacts, permissionTypes } from '#features/permissions/rules.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { DateField } from '#ui/DateField.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { PickOne } from '#ui/Pick.tsx'
import { toast } from '#ui/toast.ts'
import type { PermissionRequest } from '../contract.ts'
import { permissionRequests, useSaveRequest } from './queries.ts'

/** Where a request starts: a person, or a draft to continue. */
export type RequestStart = { target?: { id: string; full_name: string }; draft?: PermissionRequest }

const schema = z.object({
  target_user_id: z.nullable(z.string()).check(z.refine((id) => id !== null, 'Choose for whom.')),
  permission: z.enum(permissionTypes),
  scope_node: z.nullable(z.string()).check(z.refine((id) => id !== null, 'Choose the facility.')),
  justification: z
    .string()
    .check(
      z.trim(),
      z.minLength(10, 'Explain in a sentence what it’s needed for.'),
      z.maxLength(1000, 'At most 1,000 characters.'),
    ),
  expires_on: z.string(),
  auto_review_on: z.string(),
})

/** Requests a permission for the viewer or for someone in their part of the hierarchy. */
export function RequestDialog({
  asking,
  onClose,
}: {
  asking: RequestStart | null
  onClose: () => void
}): ReactNode {
  return (
    <Modal
      opened={asking !== null}
      onClose={onClose}
      title="Request a permission"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {asking && <RequestForm asking={asking} onDone={onClose} />}
    </Modal>
  )
}

function RequestForm({ asking: { target, draft }, onDone }: { asking: RequestStart; onDone: () => void }) {
  const me = useMe()
  const save = useSaveRequest()
  const [id] = useState(() => draft?.id ?? crypto.randomUUID())
  const isDraft = useRef(false)
  const tick = usePatientTick()
  const form = useSchemaForm(schema, {
    initialValues: {
      target_user_id: draft?.target_user_id ?? target?.id ?? me.id,
      permission: draft?.permission ?? 'capstone_preceptor',
      scope_node: draft?.scope_node ?? null,
      justification: draft?.justification ?? '',
      expires_on: draft?.expires_on ?? '',
      auto_review_on: draft?.auto_review_on ?? '',
    } as {
      target_user_id: string | null
      permission: PermissionType
      scope_node: string | null
      justification: string
      expires_on: string
      auto_review_on: string
    },
    onSubmit: async ({ expires_on: until, auto_review_on: review, ...wish }) => {
      const submit = !isDraft.current
      isDraft.current = false
      await save.mutateAsync({
        ...wish,
        ...tick.sent,
        id,
        submit,
        target_user_id: wish.target_user_id!,
        scope_node: wish.scope_node!,
        ...(until && { expires_on: until }),
        ...(review && { auto_review_on: review }),
      })
      toast.success(
        submit ? 'Request sent' : 'Draft saved',
        submit ? 'The people who decide were notified.' : 'No one else sees it until you send it.',
      )
      onDone()
    },
  })
  const { target_user_id: targetId, permission } = form.values
  const people = useQuery(permissionRequests.people.queryOptions({ input: {} }))
  const facilities = useQuery({
    ...permissionRequests.facilities.queryOptions({ input: { target_user_id: targetId ?? '', permission } }),
    enabled: targetId !== null,
  })
  const facts = permissionFacts[permission]
  return (
    <Form form={form} label="Permission request">
      <Stack gap="md">
        <ChoicesFailed queries={[people, facilities]} />
        <PickOne
          label="For whom"
          data-autofocus
          required
          among={(people.data ?? [])
            .concat(
              target && !people.data?.some((person) => person.id === target.id)
                ? [{ ...target, facility_name: null }]
                : [],
            )
            .map((person) => ({
              id: person.id,
              name: person.id === me.id ? `${person.full_name} (me)` : person.full_name,
              detail: person.facility_name,
            }))}
          nothingFoundMessage={people.isFetching ? 'Searching…' : 'No one with this name in your facilities'}
          {...form.field('target_user_id')}
          onChange={(value) => form.setValues({ target_user_id: value, scope_node: null })}
        />
        <NativeSelect
          label="Permission"
          data={permissionTypes.map((value) => ({ value, label: permissionLabels[value] }))}
          description={facts.allows}
          {...form.field('permission')}
          onChange={({ currentTarget }) =>
            form.setValues({ permission: currentTarget.value as PermissionType, scope_node: null })
          }
        />
        <PickOne
          label="Facility"
          required
          description={facts.where}
          among={(facilities.data ?? []).map((facility) => ({
            id: facility.id,
            name: facility.is_held ? `${facility.name} (already has it)` : facility.name,
            detail: facility.path,
            isDisabled: facility.is_held,
          }))}
          nothingFoundMessage={
            facilities.isFetching
              ? 'Searching…'
              : 'This person can’t have this permission anywhere. Choose another one.'
          }
          {...form.field('scope_node')}
        />
        <FreeText
          tick={tick}
          sentAs="justification"
          label="What it is needed for"
          required
          autosize
          minRows={2}
          maxRows={6}
          description="The person who decides reads it. No patient data."
          {...form.field('justification')}
        />
        <Group grow align="flex-start">
          <DateField
            label="Last day"
            description="Leave blank for no end date."
            clearable
            {...form.field('expires_on')}
          />
          <DateField
            label="Review on"
            description="The person who decided gets a reminder then."
            clearable
            {...form.field('auto_review_on')}
          />
        </Group>
        <Text size="sm" c="dimmed">
          {facts.decides}
        </Text>
        <FormFooter>
          <Button
            variant="default"
            loading={form.isPending}
            // Not a submit button: Enter in a field presses the first of those.
            onClick={({ currentTarget }) => {
              isDraft.current = true
              currentTarget.form?.requestSubmit()
            }}
          >
            Save as draft
          </Button>
          <Button
            type="submit"
            loading={form.isPending}
            onClick={() => {
              isDraft.current = false
            }}
          >
            Send request
          </Button>
        </FormFooter>
      </Stack>
    </Form>
  )
}
