import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DateField } from '#ui/DateField.tsx'
import { TextField } from '#ui/TextField.tsx'
import type { CredentialValues } from '../contract.ts'
import type { FormField } from '../rules.ts'

type Props = {
  fields: readonly FormField[]
  values: CredentialValues
  onChange: (values: CredentialValues) => void
  errors?: Readonly<Record<string, ReactNode>>
}

/** The fields of a type as the student fills them in; also the preview of a new type. */
export function CredentialFields({ fields, values, onChange, errors = {} }: Props): ReactNode {
  const set = (key: string, value: CredentialValues[string]) => onChange({ ...values, [key]: value })
  return (
    <Stack gap="sm">
      {fields.map((field) => (
        <Field
          key={field.key}
          field={field}
          value={values[field.key]}
          error={errors[field.key]}
          onChange={(value) => set(field.key, value)}
        />
      ))}
    </Stack>
  )
}

type FieldProps = {
  field: FormField
  value: CredentialValues[string] | undefined
  error: ReactNode
  onChange: (value: CredentialValues[string]) => void
}

function Field({ field, value, error, onChange }: FieldProps): ReactNode {
  const { label, kind, options, help, is_required: required } = field
  const text = typeof value === 'string' ? value : ''
  const common = { label, required, error, ...(help && { description: help }) }
  switch (kind) {
    case 'date':
      return <DateField {...common} clearable={!required} value={text} onChange={onChange} />
    case 'dates':
      return (
        <Doses label={label} dates={Array.isArray(value) ? value : []} error={error} onChange={onChange} />
      )
    case 'yes_no':
      return (
        <Checkbox
          label={label}
          error={error}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      )
    case 'choice':
      return (
        <NativeSelect
          {...common}
          value={text}
          data={[{ value: '', label: 'Choose' }, ...options]}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    case 'text':
      return (
        <TextField
          {...common}
          maxLength={300}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
  }
}

type DosesProps = {
  label: string
  dates: readonly string[]
  error: ReactNode
  onChange: (dates: string[]) => void
}

function Doses({ label, dates, error, onChange }: DosesProps): ReactNode {
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
      <Text component="legend" size="sm" fw={500}>
        {label}
      </Text>
      <Stack gap={6} mt={4}>
        {dates.map((date, at) => (
          // Doses have no names: their position identifies them.
          <Group key={at} gap="xs" wrap="nowrap">
            <DateField
              aria-label={`Dose ${at + 1}`}
              placeholder={`Dose ${at + 1}`}
              style={{ flex: 1 }}
              value={date}
              onChange={(to) => onChange(dates.map((each, other) => (other === at ? to : each)))}
            />
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={`Remove dose ${at + 1}`}
              onClick={() => onChange(dates.filter((_, other) => other !== at))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        {dates.length < 12 && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            style={{ alignSelf: 'flex-start' }}
            onClick={() => onChange([...dates, ''])}
          >
            Add dose
          </Button>
        )}
        {error && (
          <Text size="xs" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
      </Stack>
    </fieldset>
  )
}
