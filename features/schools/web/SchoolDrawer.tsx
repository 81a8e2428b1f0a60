import { Drawer, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { timeZoneOf } from '#core/us-time-zones.ts'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type { School, SchoolFields } from '../contract.ts'
import { useCreateSchool, useUpdateSchool } from './queries.ts'
import { useLocked } from './use-locked.ts'
import { stateCodes, zoneChoices } from './zones.ts'

type SchoolDrawerProps = {
  opened: boolean
  /** The school to change; undefined for a new one. */
  school: School | undefined
  /** The name of a new school, if known. */
  name?: string | undefined
  onClose: () => void
  onCreated?: (school: School) => void
}

/** The form of a school's own description. */
export function SchoolDrawer({ opened, school, name, onClose, onCreated }: SchoolDrawerProps): ReactNode {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={school ? `Edit ${school.name}` : 'New school'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <SchoolForm
        key={school?.id ?? 'new'}
        school={school}
        name={name}
        onClose={onClose}
        onCreated={onCreated}
      />
    </Drawer>
  )
}

type Values = Record<keyof SchoolFields, string>
const labels: Values = {
  name: 'Name',
  address: 'Street address',
  city: 'City',
  state: 'State',
  postal_code: 'ZIP code',
  phone: 'Phone',
  website: 'Website',
  time_zone: 'Time zone',
  primary_contact: 'Primary contact',
}
const keys = Object.keys(labels) as (keyof SchoolFields)[]
const valuesOf = (school: Partial<SchoolFields> | undefined): Values =>
  Object.fromEntries(keys.map((key) => [key, school?.[key] ?? ''])) as Values
const fieldsOf = (values: Values): SchoolFields =>
  Object.fromEntries(keys.map((key) => [key, values[key] || null])) as SchoolFields

const schema = plainSchema<Values>(({ name, postal_code: zip, website, time_zone: zone }) => ({
  time_zone: zone === '' && 'Choose a time zone.',
  name: name.trim().length < 2 && 'Enter a name of at least 2 characters.',
  postal_code: zip.trim() !== '' && !/^\d{5}$/.test(zip.trim()) && 'Five digits.',
  website:
    website.trim() !== '' &&
    !/^https?:\/\/\S+\.\S+$/.test(website.trim()) &&
    'Begins with https://, for example https://www.school.edu',
}))

function SchoolForm({
  school,
  name,
  onClose,
  onCreated,
}: Pick<SchoolDrawerProps, 'school' | 'name' | 'onClose'> & {
  onCreated: SchoolDrawerProps['onCreated'] | undefined
}): ReactNode {
  const create = useCreateSchool()
  const update = useUpdateSchool()
  const form = useSchemaForm(schema, {
    initialValues: valuesOf(school ?? { name: name ?? '' }),
    onSubmit: async (values) => {
      const fields = fieldsOf(values)
      if (school)
        await update.mutateAsync(
          { ...fields, id: school.id, version: locked.version },
          { onError: (error) => void locked.meet(error, values) },
        )
      else onCreated?.(await create.mutateAsync({ ...fields, id: locked.idOf(fields) }))
      onClose()
    },
  })
  const locked = useLocked<School, Values>({
    row: school,
    valuesOf,
    labels,
    setValues: form.setValues,
  })
  return (
    <Form
      form={conflictOf(update.error) ? { ...form, failure: undefined } : form}
      label={school ? `School ${school.name}` : 'New school'}
      submitLabel={school ? 'Save changes' : 'Create school'}
      onCancel={onClose}
    >
      {locked.met && (
        <VersionsNotice
          what="this school"
          differences={locked.met.differences}
          changes={locked.met.changes}
          onChoose={locked.choose}
        />
      )}
      <TextInput label={labels.name} required data-autofocus {...form.field('name')} />
      <TextInput label={labels.address} {...form.field('address')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={labels.city} {...form.field('city')} />
        <NativeSelect
          label={labels.state}
          data={[{ value: '', label: 'Not specified' }, ...stateCodes]}
          {...form.field('state')}
          onChange={({ currentTarget: { value: state } }) => {
            const zone = timeZoneOf(state) ?? ''
            // Unless it was chosen.
            form.setValues({ state, ...(!school && !form.isTouched('time_zone') && { time_zone: zone }) })
          }}
        />
        <TextInput label={labels.postal_code} inputMode="numeric" {...form.field('postal_code')} />
        <TextInput label={labels.phone} type="tel" {...form.field('phone')} />
      </SimpleGrid>
      <TextInput label={labels.website} type="url" placeholder="https://" {...form.field('website')} />
      <TextInput
        label={labels.primary_contact}
        description="Contact for facilities and students: name, email address."
        {...form.field('primary_contact')}
      />
      <NativeSelect
        label={labels.time_zone}
        description="Semesters begin and end at midnight of this zone."
        data={zoneChoices(form.values.time_zone)}
        {...form.field('time_zone')}
      />
    </Form>
  )
}
