import { formatDate, isPlainDate } from '#core/plain-date.ts'
import { versionField } from '#ui/use-versions.ts'
import type { LicenseType, Preceptor } from '../contract.ts'

/** A profile as form values, or an empty form. */
export const valuesOf = (one: Preceptor | undefined) => ({
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
export type ProfileValues = ReturnType<typeof valuesOf>

/** The form of a profile as sent to the server. */
export const sentOf = (values: ProfileValues) => ({
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

const field = versionField<ProfileValues>
const day = (key: 'license_expires_on' | 'orientation_completed_on', label: string) =>
  field(key, label, ({ [key]: date }) => (isPlainDate(date) ? formatDate(date) : date))
const yesNo = (key: 'is_multistate' | 'accepts', label: string) =>
  field(key, label, (values) => (values[key] ? 'Yes' : 'No'))

/** The form's fields for comparing two versions of a profile; its email and facility stay. */
export const profileVersionFields = [
  field('full_name', 'Name'),
  field('license_type', 'License'),
  field('license_no', 'License number'),
  field('license_state', 'State', ({ license_state: state }) => state.trim().toUpperCase()),
  day('license_expires_on', 'Expires'),
  field('years_experience', 'Years of experience'),
  field('years_in_setting', 'Years in this setting'),
  day('orientation_completed_on', 'Preceptor orientation'),
  field('max_students', 'Students at once, at most'),
  yesNo('is_multistate', 'Multistate license'),
  yesNo('accepts', 'Accepts students now'),
  field('education', 'Education'),
  field('availability', 'Availability'),
  field('bio', 'About'),
]
