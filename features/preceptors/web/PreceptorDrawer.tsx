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
import { useVersions } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type { Preceptor } from '../contract.ts'
import { type ProfileValues, profileVersionFields, sentOf, valuesOf } from './profile-form.ts'
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

const schema = plainSchema<ProfileValues>((values) => ({
  full_name: values.full_name.trim().length < 2 && 'Enter a name.',
  email: emailProblem(values.email) !== null && invalidEmail(values.email),
  facility_id: !values.facility_id && 'Choose where they work.',
  license_state:
    values.license_state !== '' && !/^[A-Za-z]{2}$/.test(values.license_state) && 'Two letters, such as WI.',
}))

function PreceptorForm({ preceptor, onClose }: Omit<Props, 'opened'>): ReactNode {
  const invite = useInvite()
  const save = useSaveProfile()
  const tick = usePatientTick()
  const [id] = useState(() => preceptor?.id ?? crypto.randomUUID())
  // As of when the form was opened: saving is refused if others changed it meanwhile.
  const [start] = useState(() => valuesOf(preceptor))
  const facilities = useQuery({ ...team.overview.queryOptions({ input: {} }), enabled: !preceptor })
  const form = useSchemaForm(schema, {
    initialValues: start,
    onSubmit: async (values) => {
      const sent = { ...sentOf(values), ...tick.sent, id }
      if (preceptor)
        await save.mutateAsync(
          { ...sent, version: versions.version },
          { onError: (error) => void versions.meet(error, values) },
        )
      else await invite.mutateAsync({ ...sent, email: values.email, facility_id: values.facility_id! })
      onClose()
    },
  })
  const versions = useVersions<Preceptor, ProfileValues>({
    row: preceptor,
    start,
    valuesOf,
    fields: profileVersionFields,
    setValues: form.setValues,
  })
  return (
    <Form
      form={conflictOf(save.error) ? { ...form, failure: undefined } : form}
      label="Preceptor"
      submitLabel={preceptor ? 'Save profile' : 'Invite preceptor'}
      onCancel={onClose}
    >
      {versions.met && (
        <VersionsNotice
          what="this profile"
          differences={versions.met.differences}
          changes={versions.met.changes}
          onChoose={versions.choose}
        />
      )}
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
