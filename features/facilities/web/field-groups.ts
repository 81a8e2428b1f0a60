import { specialtyLabels } from '#core/specialties.ts'
import type { FacilityKind } from '../contract.ts'
import { careLevelLabels, organizationTypeLabels, populationLabels } from '../rules.ts'

/** A field as the form, the page and the comparison of versions show it; its value is a text, '' when empty. */
export type Field = {
  key: string
  label: string
  type: 'text' | 'area' | 'number' | 'choice' | 'switch' | 'zone'
  required?: boolean
  /** Takes the full width of the form. */
  whole?: boolean
  description?: string
  placeholder?: string
  choices?: Record<string, string>
  /** For a number: its limits, and whether it has decimals. */
  least?: number
  most?: number
  decimals?: boolean
  unit?: 'days'
  /** For a text: its maximum length, its pattern and the message if it doesn't match. */
  length?: number
  pattern?: [RegExp, string]
}
/** The label of its input, which has the unit that its value has elsewhere: "Lead time (days)". */
export const inputLabel = ({ label, unit }: Field): string => (unit ? `${label} (${unit})` : label)

export type FieldGroup = { title: string; description?: string; fields: readonly Field[] }

const days: Pick<Field, 'type' | 'least' | 'most' | 'unit'> = {
  type: 'number',
  least: 0,
  most: 365,
  unit: 'days',
}
const name: Field = { key: 'name', label: 'Name', type: 'text', required: true, whole: true, length: 200 }
const slugPattern: Field['pattern'] = [
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'Lowercase letters, digits and single hyphens, such as harborview-health.',
]
const address: readonly Field[] = [
  { key: 'address', label: 'Street address', type: 'text', whole: true, length: 300 },
  { key: 'city', label: 'City', type: 'text', length: 120 },
  {
    key: 'state',
    label: 'State',
    type: 'text',
    placeholder: 'WI',
    pattern: [/^[A-Z]{2}$/, 'Two letters, such as WI.'],
  },
  { key: 'postal_code', label: 'ZIP code', type: 'text', pattern: [/^\d{5}$/, 'Five digits.'] },
]
const zone: Field = { key: 'time_zone', label: 'Time zone', type: 'zone', required: true }
const phone: Field = { key: 'phone', label: 'Phone', type: 'text', length: 40 }

/** The simple fields of each kind, in the order of the form. */
export const groupsOf: Record<FacilityKind, readonly FieldGroup[]> = {
  organization: [
    {
      title: 'Organization',
      fields: [
        name,
        {
          key: 'organization_type',
          label: 'Type',
          type: 'choice',
          required: true,
          choices: organizationTypeLabels,
        },
        {
          key: 'slug',
          label: 'Web address name',
          type: 'text',
          length: 120,
          pattern: slugPattern,
          description: 'The part of the web address that names it: northwoods-clinics.',
        },
        {
          key: 'npi',
          label: 'NPI',
          type: 'text',
          pattern: [/^\d{10}$/, 'Ten digits.'],
          description: 'National Provider Identifier.',
        },
      ],
    },
    {
      title: 'Where it is',
      fields: [
        ...address,
        zone,
        phone,
        {
          key: 'website',
          label: 'Website',
          type: 'text',
          length: 300,
          placeholder: 'https://',
          pattern: [/^https?:\/\/\S+$/, 'An address that begins with https://'],
        },
      ],
    },
    {
      title: 'How schools plan with it',
      fields: [
        {
          key: 'default_lead_time_days',
          label: 'Lead time',
          ...days,
          required: true,
          description: 'How far ahead schools must request a shift.',
        },
        {
          key: 'visibility_before_days',
          label: 'Students visible before',
          ...days,
          required: true,
          description: 'How long before their first shift the facility can see them.',
        },
        {
          key: 'visibility_after_days',
          label: 'Students visible after',
          ...days,
          required: true,
          description: 'How long after their last shift.',
        },
      ],
    },
  ],
  site: [
    {
      title: 'Site',
      fields: [
        name,
        {
          key: 'site_type',
          label: 'Kind of facility',
          type: 'text',
          length: 120,
          placeholder: 'Acute care hospital',
        },
        {
          key: 'cms_certification_number',
          label: 'CMS certification number',
          type: 'text',
          pattern: [/^[0-9A-Z]{6}$/, 'Six digits or capital letters.'],
        },
        { key: 'ehr_system', label: 'Health record system', type: 'text', length: 120, placeholder: 'Epic' },
        { key: 'slug', label: 'Web address name', type: 'text', length: 120, pattern: slugPattern },
      ],
    },
    {
      title: 'Where it is',
      fields: [
        ...address,
        { key: 'county', label: 'County', type: 'text', length: 120 },
        {
          ...zone,
          description: 'Shifts on its units use this time zone.',
        },
        phone,
        { key: 'latitude', label: 'Latitude', type: 'number', decimals: true, least: -90, most: 90 },
        { key: 'longitude', label: 'Longitude', type: 'number', decimals: true, least: -180, most: 180 },
        {
          key: 'geofence_radius_m',
          label: 'Check-in radius (m)',
          type: 'number',
          required: true,
          least: 25,
          most: 5000,
          description: 'How close a phone must be to check in. 250 m is about 820 ft.',
        },
      ],
    },
    {
      title: 'For people who come to work there',
      fields: [
        { key: 'parking_notes', label: 'Parking', type: 'area', whole: true, length: 2000 },
        { key: 'arrival_instructions', label: 'Arrival', type: 'area', whole: true, length: 2000 },
        { key: 'badge_instructions', label: 'Badges', type: 'area', whole: true, length: 2000 },
        { key: 'dress_code', label: 'Dress code', type: 'area', whole: true, length: 1000 },
        {
          key: 'emergency_contact',
          label: 'Emergency contact',
          type: 'text',
          whole: true,
          length: 300,
          placeholder: 'House supervisor, (414) 555-0142',
        },
      ],
    },
  ],
  unit: [
    {
      title: 'Unit',
      fields: [
        name,
        { key: 'code', label: 'Code', type: 'text', length: 40, placeholder: '5E' },
        { key: 'specialty', label: 'Specialty', type: 'choice', required: true, choices: specialtyLabels },
        { key: 'population', label: 'Cares for', type: 'choice', required: true, choices: populationLabels },
        {
          key: 'care_level',
          label: 'Level of care',
          type: 'choice',
          required: true,
          choices: careLevelLabels,
        },
      ],
    },
    {
      title: 'Room for students',
      fields: [
        {
          key: 'max_students_per_shift',
          label: 'Students per shift',
          type: 'number',
          required: true,
          least: 1,
          most: 100,
        },
        {
          key: 'max_ratio_override',
          label: 'Students per instructor',
          type: 'number',
          least: 1,
          most: 20,
          description: 'Only where the unit is stricter than the board.',
        },
        {
          key: 'exclusive_school',
          label: 'One school at a time',
          type: 'switch',
          description: 'No two schools on the unit during the same hours.',
        },
        { key: 'has_conference_room', label: 'Conference room', type: 'switch' },
        { key: 'preceptor_available', label: 'Preceptors available', type: 'switch' },
      ],
    },
  ],
}

export const fieldsOf = (kind: FacilityKind): readonly Field[] =>
  groupsOf[kind].flatMap(({ fields }) => fields)
