import { Checkbox, Modal, NativeSelect, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { addDays, ownZone, todayHere, todayIn } from '#core/plain-date.ts'
import { instantOf, readTime, wallTime } from '#core/clock-time.ts'
import { roleLabels, signUpRoles } from '#core/roles.ts'
import { settingBounds, settingProblem, type SystemSettings } from '#core/system-settings.ts'
import { ChangesSince } from '#ui/ChangesSince.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { plainSchema, type SchemaForm, useSchemaForm } from '#ui/form.ts'
import { TimeField } from '#ui/TimeField.tsx'
import { toastFailure } from '#platform/web/app-errors.ts'
import { toast } from '#ui/toast.ts'
import { conflictOf, useConflict } from '#ui/versions.ts'
import type { Setting } from '../contract.ts'
import { hourWords, settingLabels, settingTexts } from '../messages.ts'
import { changeOf } from './change-of.ts'
import { useUpdateConfig } from './queries.ts'

interface SettingDialogProps {
  setting: Setting | undefined
  onClose: () => void
}

/** Changes one setting; if someone else was faster, shows their value, and the next save is based on it. */
export function SettingDialog({ setting, onClose }: SettingDialogProps): ReactNode {
  return (
    <Modal
      opened={setting !== undefined}
      onClose={onClose}
      title={setting && settingLabels[setting.key].label}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {setting && <SettingForm setting={setting} onClose={onClose} />}
    </Modal>
  )
}

type Values = {
  sign_up_roles: string[]
  contact_email: string
  password_min_length: number | string
  morning_hour: string
  message: string
  starts_on: string
  starts_time: string
  ends_on: string
  ends_time: string
}

function SettingForm({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const { key } = setting
  const update = useUpdateConfig()
  const locked = useConflict({ ...setting })
  const form = useSchemaForm(
    plainSchema<Values>((values) => problemsOf(key, values)),
    {
      initialValues: valuesOf(setting),
      failureText: (error) =>
        conflictOf(error)
          ? 'Nothing was saved yet. Look at what was set, then save or cancel.'
          : (error as Error).message,
      onSubmit: async (values) => {
        const before = locked.conflict?.current ?? {
          version: setting.version,
          value: setting.is_default ? null : setting.value,
        }
        await update.mutateAsync(
          { config: changeOf({ key, version: locked.version }, valueIn(key, values)) },
          { onError: (error) => void locked.meet(error) },
        )
        onClose()
        const taken = { key, version: locked.version + 1 }
        toast.undo(`${settingLabels[key].label} changed`, () => {
          update
            .mutateAsync({ config: changeOf(taken, before.value) })
            .catch((error: unknown) => toastFailure('Could not be undone', error))
        })
      },
    },
  )
  return (
    <Form form={form} label={settingLabels[key].label} submitLabel="Save" onCancel={onClose}>
      {locked.conflict && (
        <ChangesSince what="this setting" changes={locked.conflict.changes}>
          Save to set yours instead, or cancel to keep theirs.
        </ChangesSince>
      )}
      <Text size="sm">{settingLabels[key].help}</Text>
      <Fields settingKey={key} form={form} />
      <Text size="sm" c="dimmed">
        Default: {settingTexts(key, setting.default)}
      </Text>
    </Form>
  )
}

function Fields({ settingKey, form }: { settingKey: Setting['key']; form: SchemaForm<Values> }): ReactNode {
  const { label } = settingLabels[settingKey]
  switch (settingKey) {
    case 'sign_up_roles':
      return (
        <Checkbox.Group label="Open to" {...form.field('sign_up_roles')}>
          <Stack gap="xs" mt="xs">
            {signUpRoles.map((role) => (
              <Checkbox key={role} value={role} label={roleLabels[role]} />
            ))}
          </Stack>
        </Checkbox.Group>
      )
    case 'contact_email':
      return <TextInput type="email" label="Email address" required {...form.field('contact_email')} />
    case 'password_min_length':
      return (
        <NumberInput
          label="Characters"
          description={`From ${settingBounds.password_min_length.join(' to ')}`}
          allowDecimal={false}
          required
          {...form.field('password_min_length')}
        />
      )
    case 'morning_hour':
      return <NativeSelect label={label} data={hours} {...form.field('morning_hour')} />
    case 'maintenance':
      return (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <DateField label="Starts on" required {...form.field('starts_on')} />
            <TimeField label="Starts at" required {...form.field('starts_time')} />
            <DateField label="Ends on" required {...form.field('ends_on')} />
            <TimeField label="Ends at" required {...form.field('ends_time')} />
          </SimpleGrid>
          <TextField
            label="Message"
            description="What people will notice, and what they can do. Everyone sees the times in their own time zone."
            maxLength={300}
            {...form.field('message')}
          />
        </>
      )
  }
}

const [earliest, latest] = settingBounds.morning_hour
const hours = Array.from({ length: latest - earliest + 1 }, (_each, index) => ({
  value: String(earliest + index),
  label: hourWords(earliest + index),
}))

function valuesOf({ value, key }: Setting): Values {
  const settings = { [key]: value } as Partial<SystemSettings>
  const planned = settings.maintenance
  const zone = ownZone()
  const tomorrow = addDays(todayHere(), 1)
  return {
    sign_up_roles: settings.sign_up_roles ?? [],
    contact_email: settings.contact_email ?? '',
    password_min_length: settings.password_min_length ?? '',
    morning_hour: String(settings.morning_hour ?? earliest),
    message: planned?.message ?? '',
    starts_on: planned ? todayIn(zone, Date.parse(planned.starts_at)) : tomorrow,
    starts_time: planned ? wallTime(planned.starts_at, zone) : '22:00',
    ends_on: planned ? todayIn(zone, Date.parse(planned.ends_at)) : tomorrow,
    ends_time: planned ? wallTime(planned.ends_at, zone) : '23:00',
  }
}

/** The form's values in the shape of the contract. */
function valueIn(key: Setting['key'], values: Values): unknown {
  const at = (day: string, time: string) =>
    new Date(instantOf(day, readTime(time) ?? time, ownZone())).toISOString()
  switch (key) {
    case 'sign_up_roles':
      return signUpRoles.filter((role) => values.sign_up_roles.includes(role))
    case 'contact_email':
      return values.contact_email
    case 'password_min_length':
      return Number(values.password_min_length)
    case 'morning_hour':
      return Number(values.morning_hour)
    case 'maintenance':
      return {
        starts_at: at(values.starts_on, values.starts_time),
        ends_at: at(values.ends_on, values.ends_time),
        message: values.message,
      }
  }
}

/** Errors by field: invalid times, then what the rule says about the value. */
function problemsOf(key: Setting['key'], values: Values): Partial<Record<keyof Values, string | false>> {
  if (key === 'maintenance') {
    const missing = {
      starts_on: !values.starts_on && 'Enter a date.',
      ends_on: !values.ends_on && 'Enter a date.',
      starts_time: !readTime(values.starts_time) && 'A time such as 10:00 PM.',
      ends_time: !readTime(values.ends_time) && 'A time such as 11:00 PM.',
    }
    if (Object.values(missing).some(Boolean)) return missing
  }
  const problem = settingProblem(key, valueIn(key, values) as never)
  if (!problem) return {}
  return { [problem.field === 'ends_at' ? 'ends_time' : (problem.field ?? key)]: problem.text }
}
