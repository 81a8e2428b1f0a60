import { Checkbox, List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { addDays, isWithin, type PlainDate } from '#core/plain-date.ts'
import { LazyDateField } from '#ui/LazyDateField.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { PickOne } from '#ui/Pick.tsx'
import type { Releases } from '../contract.ts'
import { MAX_RELEASE_DAYS, releaseText } from '../rules.ts'
import { useGrant } from './queries.ts'

type Values = { facility_scope: string; expires_on: string; agreed: boolean }

const schemaFor = (today: PlainDate) =>
  plainSchema<Values>(({ expires_on, agreed }) => ({
    expires_on:
      !isWithin(expires_on, today, addDays(today, MAX_RELEASE_DAYS)) &&
      'Choose a day from today on, at most five years away.',
    agreed: !agreed && 'Check the box if you agree. You don’t have to.',
  }))

/** The text of the release, for which facilities, until when, and the student's consent. */
export function ReleaseForm({
  of,
  onDone,
  onCancel,
}: {
  of: Releases
  onDone: () => void
  onCancel?: () => void
}): ReactNode {
  const grant = useGrant()
  const form = useSchemaForm(schemaFor(of.today), {
    initialValues: { facility_scope: '', expires_on: of.proposed_end, agreed: false },
    onSubmit: async ({ facility_scope, expires_on }) => {
      await grant.mutateAsync({
        id: crypto.randomUUID(),
        facility_scope: facility_scope || null,
        text_version: releaseText.version,
        expires_on,
      })
      onDone()
    },
  })
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>{releaseText.title}</Text>
        <Text size="sm" c="dimmed">
          {`Version ${releaseText.version}`}
        </Text>
      </div>
      <Text size="sm">{`I agree that ${of.school_name} and Placewell may show: `}</Text>
      <List size="sm">
        {releaseText.what.map((what) => (
          <List.Item key={what}>{what}</List.Item>
        ))}
      </List>
      <Text size="sm">
        <b>To whom.</b> {releaseText.who}
      </Text>
      <Text size="sm">
        <b>What for.</b> {releaseText.why}
      </Text>
      <Text size="sm">
        <b>When.</b> {releaseText.when}
      </Text>
      <Text size="sm">
        <b>My rights.</b> {releaseText.rights}
      </Text>
      <Form
        form={form}
        submitLabel="Release my information"
        label="Release of information"
        {...(onCancel && { onCancel })}
      >
        <PickOne
          label="Facilities"
          description={`Leave blank for every facility that ${of.school_name} works with.`}
          placeholder="Every facility"
          clearable
          among={of.facilities.map(({ id, name }) => ({ id, name: `Only ${name}` }))}
          {...form.field('facility_scope')}
          onChange={(id) => form.setFieldValue('facility_scope', id ?? '')}
        />
        <LazyDateField
          label="Until"
          description="The last day on which anything is shown."
          required
          {...form.field('expires_on')}
        />
        <Checkbox label="I have read this and agree" {...form.field('agreed', { type: 'checkbox' })} />
      </Form>
    </Stack>
  )
}
