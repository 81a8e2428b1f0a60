import { Checkbox, Drawer, NativeSelect, NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { emailProblem, invalidEmail } from '#core/email.ts'
import type { facilityTeamContract } from '#features/facility-team/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { PickOne } from '#ui/Pick.tsx'
import type { LicenseType, Preceptor } from '../contract.ts'
import { useInvite, useSaveProfile } from './queries.ts'

const team = featureApi<typeof facilityTeamContract>('facilityTeam')

type Props = { opened: boolean; preceptor: Preceptor | undefined; onClose: () => void }

/** A preceptor's profile: a new one that a facility invites, or an existing one. */
export function PreceptorDrawer({ opened, preceptor, onClose }: Props): ReactNode {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={preceptor ? preceptor.full_name : 'Invite a preceptor'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <PreceptorForm preceptor={preceptor} onClose={onClose} />
    </Drawer>
  )
}

const valuesOf = (one: Preceptor | undefined) => ({
  full_name: one?.full_name ?? '',
  email: one?.email ?? '',
  facility_id: (one?.facility_id ?? null) as string | null,
  license_no: one?.license_no ?? '',
  license_type: (one?.license_type ?? 'RN') as string,
  license_state: one?.license_state ?? '',
  is_multistate: one?.is_multistate ?? false,
  license_expires_on: one?.license_expires_on ?? '',
  years_experience: (one?.years_experience ?? '') as number | string,
  years_in_setting: (one?.years_in_setting ?? '') as number | string,
  education: one?.education ?? '',
  orientation_completed_on: one?.orientation_completed_on ?? '',
  max_students: (one?.max_students ?? 1) as number | string,
  accepts: one?.accepts ?? true,
  availability: one?.availability ?? '',
  bio: one?.bio ?? '',
})
type Values = ReturnType<typeof valuesOf>

const schema = plainSchema<Values>((values) => ({
  full_name: values.full_name.trim().length < 2 && 'Enter a name.',
  email: emailProblem(values.email) !== null && invalidEmail(values.email),
  facility_id: !values.facility_id && 'Choose where they work.',
  license_state:
    values.license_state !== '' && !/^[A-Za-z]{2}$/.test(values.license_state) && 'Two letters, such as WI.',
}))

const sentOf = (values: Values) => ({
  full_name: values.full_name,
  license_no: values.license_no || null,
  license_type: values.license_type as LicenseType,
  license_state: values.license_state.toUpperCase() || null,
  is_multistate: values.is_multistate,
  license_expires_on: values.license_expires_on || null,
  years_experience: values.years_experience === '' ? null : Number(values.years_experience),
  years_in_setting: values.years_in_setting === '' ? null : Number(values.years_in_setting),
  education: values.education || null,
  orientation_completed_on: values.orientation_completed_on || null,
  max_students: Number(values.max_students) || 1,
  accepts: values.accepts,
  availability: values.availability || null,
  bio: values.bio || null,
})

function PreceptorForm({ preceptor, onClose }: Omit<Props, 'opened'>): ReactNode {
  const invite = useInvite()
  const save = useSaveProfile()
  const tick = usePatientTick()
  // As of when the form was opened: saving is refused if others changed it meanwhile.
  const [{ id, version }] = useState(() => preceptor ?? { id: crypto.randomUUID(), version: 0 })
  const facilities = useQuery({ ...team.overview.queryOptions({ input: {} }), enabled: !preceptor })
  const form = useSchemaForm(schema, {
    initialValues: valuesOf(preceptor),
    onSubmit: async (values) => {
      const sent = { ...sentOf(values), ...tick.sent, id }
      if (preceptor) await save.mutateAsync({ ...sent, version })
      else await invite.mutateAsync({ ...sent, email: values.email, facility_id: values.facility_id! })
      onClose()
    },
  })
  return (
    <Form
      form={form}
      label="Preceptor"
      submitLabel={preceptor ? 'Save profile' : 'Invite preceptor'}
      onCancel={onClose}
    >
      <TextInput label="Name" required {...form.field('full_name')} />
      {!preceptor && (
        <>
          <TextInput
            label="Email"
            required
            type="email"
            description="People without an account get an email now and answer through links sent there."
            {...form.field('email')}
          />
          <ChoicesFailed queries={[facilities]} />
          <PickOne label="Works at" required among={facilities.data?.nodes} {...form.field('facility_id')} />
        </>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect label="License" data={['RN', 'LPN', 'APRN']} {...form.field('license_type')} />
        <TextField label="License number" maxLength={40} {...form.field('license_no')} />
        <TextField label="State" maxLength={2} {...form.field('license_state')} />
        <DateField label="Expires" {...form.field('license_expires_on')} />
        <NumberInput label="Years of experience" min={0} max={70} {...form.field('years_experience')} />
        <NumberInput label="Years in this setting" min={0} max={70} {...form.field('years_in_setting')} />
        <DateField
          label="Preceptor orientation"
          description="The day it was completed."
          {...form.field('orientation_completed_on')}
        />
        <NumberInput label="Students at once, at most" min={1} max={10} {...form.field('max_students')} />
      </SimpleGrid>
      <Checkbox label="Multistate license" {...form.getInputProps('is_multistate', { type: 'checkbox' })} />
      <Checkbox label="Accepts students now" {...form.getInputProps('accepts', { type: 'checkbox' })} />
      <TextField label="Education" maxLength={180} {...form.field('education')} />
      <TextField label="Availability" maxLength={180} {...form.field('availability')} />
      <FreeText label="About" tick={tick} sentAs="bio" maxLength={1000} {...form.field('bio')} />
    </Form>
  )
}
