import { specialtyLabels } from '#core/specialties.ts'
import { clockRange } from '#core/clock-time.ts'
import { formatDate, isPlainDate } from '#core/plain-date.ts'
import { EASTERN } from '#core/us-time-zones.ts'
import { zoneName } from '#core/zone-name.ts'
import { type VersionField, versionField } from '#ui/use-versions.ts'
import type { Facility, FacilityKind, ShiftPattern } from '../contract.ts'
import {
  careLevelLabels,
  organizationTypeLabels,
  populationLabels,
  studentLevelLabels,
  unitDefaults,
} from '../rules.ts'
import { problemsOfSite, problemsOfUnit, spanWords } from '../rules/fields.ts'

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

export type Span = { from: string; to: string }
/** The values of a facility's form. */
export type FacilityValues = Record<string, unknown> & {
  name: string
  parent_id: string
  holidays: string[]
  shift_patterns: { name: string; start: string; end: string; unpaid_break_min: string }[]
  max_students_by_level: Record<string, string>
  capacity_windows: (Span & { max: string })[]
  blackout: (Span & { reason: string })[]
}

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
          description: 'How close a phone must be to check in.',
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

/** The initial values of a new facility's form. */
export function emptyValues(kind: FacilityKind): FacilityValues {
  const starts: Record<FacilityKind, object> = {
    organization: {
      organization_type: 'hospital_system',
      time_zone: EASTERN,
      default_lead_time_days: 21,
      visibility_before_days: 42,
      visibility_after_days: 14,
    },
    site: { time_zone: '', geofence_radius_m: 250 },
    unit: unitDefaults,
  }
  return valuesFrom(kind, starts[kind])
}

/** The form values of an existing facility. */
export function valuesOf(facility: Facility): FacilityValues {
  return valuesFrom(facility.kind, facility)
}

function valuesFrom(kind: FacilityKind, source: object): FacilityValues {
  const from = source as Record<string, unknown>
  const values: Record<string, unknown> = {}
  for (const { key, type } of fieldsOf(kind))
    values[key] = type === 'switch' ? from[key] === true : String(from[key] ?? '')
  const rows = <Row>(key: string) => (from[key] ?? []) as Row[]
  return {
    ...values,
    name: String(from['name'] ?? ''),
    parent_id: String(from['parent_id'] ?? ''),
    holidays: [...rows<string>('holidays')],
    shift_patterns: rows<ShiftPattern>('shift_patterns').map((each) => ({
      ...each,
      unpaid_break_min: String(each.unpaid_break_min),
    })),
    max_students_by_level: Object.fromEntries(
      Object.keys(studentLevelLabels).map((level) => [
        level,
        String((from['max_students_by_level'] as Record<string, number> | undefined)?.[level] ?? ''),
      ]),
    ),
    capacity_windows: rows<Span & { max: number }>('capacity_windows').map((each) => ({
      ...each,
      max: String(each.max),
    })),
    blackout: rows<Span & { reason: string }>('blackout').map((each) => ({ ...each })),
  }
}

/** Converts form values to the request: texts trimmed, empty fields null, numbers parsed. A required text that is blank is left out. */
export function payloadOf(kind: FacilityKind, values: FacilityValues): Record<string, unknown> {
  const payload: Record<string, unknown> = {}
  for (const { key, type, required } of fieldsOf(kind)) {
    if (type === 'switch') payload[key] = values[key]
    else {
      const typed = String(values[key]).trim()
      const isBlank = typed === ''
      if (key === 'slug' && isBlank) continue
      if (isBlank && required && key === 'time_zone') continue
      payload[key] = isBlank ? null : type === 'number' ? Number(typed) : typed
    }
  }
  if (kind === 'site') payload['holidays'] = [...new Set(values.holidays.filter(Boolean))].toSorted()
  if (kind === 'unit') Object.assign(payload, unitRows(values))
  return payload
}

function unitRows(values: FacilityValues) {
  return {
    shift_patterns: values.shift_patterns.map((each) => ({
      ...each,
      name: each.name.trim(),
      unpaid_break_min: Number(each.unpaid_break_min || 0),
    })),
    max_students_by_level: Object.fromEntries(
      Object.entries(values.max_students_by_level)
        .filter(([, most]) => most.trim() !== '')
        .map(([level, most]) => [level, Number(most)]),
    ),
    capacity_windows: values.capacity_windows.map((each) => ({ ...each, max: Number(each.max) })),
    blackout: values.blackout.map((each) => ({ ...each, reason: each.reason.trim() })),
  }
}

type Problem = [path: string, message: string]

/** Validates the form values, in the order of the form. */
export function problemsIn(kind: FacilityKind, values: FacilityValues, isNew: boolean): Problem[] {
  const problems: Problem[] = []
  const need = (isFine: boolean, path: string, message: string) =>
    void (isFine || problems.push([path, message]))
  if (isNew && kind !== 'organization')
    need(
      values.parent_id !== '',
      'parent_id',
      kind === 'site' ? 'Choose the organization.' : 'Choose the site.',
    )
  for (const field of fieldsOf(kind)) checkField(field, values[field.key], need)
  if (kind === 'site')
    values.holidays.forEach((day, index) =>
      need(!day || isPlainDate(day), `holidays.${index}`, 'Enter a date.'),
    )
  if (kind === 'unit') checkRows(values, need)
  if (problems.length > 0 || kind === 'organization') return problems
  const payload = payloadOf(kind, values)
  const rules =
    kind === 'unit'
      ? problemsOfUnit(payload as Parameters<typeof problemsOfUnit>[0])
      : problemsOfSite(payload as Parameters<typeof problemsOfSite>[0])
  return Object.entries(rules)
}

type Need = (isFine: boolean, path: string, message: string) => void

function checkField(field: Field, value: unknown, need: Need): void {
  if (field.type === 'switch') return
  const { key, label, required, pattern, length = 200 } = field
  const typed = String(value ?? '').trim()
  // A new site without a time zone gets its organization's.
  if (typed === '')
    return need(
      !required || field.type === 'zone',
      key,
      key === 'name' ? 'Give it a name.' : `${label} is missing.`,
    )
  if (field.type === 'number') {
    const number = Number(typed)
    const isFine =
      Number.isFinite(number) &&
      (field.decimals || Number.isInteger(number)) &&
      number >= field.least! &&
      number <= field.most!
    return need(
      isFine,
      key,
      `A ${field.decimals ? '' : 'whole '}number from ${field.least} to ${field.most}.`,
    )
  }
  need(typed.length <= length || pattern !== undefined, key, `At most ${length} characters.`)
  if (pattern) need(pattern[0].test(typed), key, pattern[1])
  if (key === 'name') need(typed.length >= 2, key, 'Give it a name of at least 2 characters.')
}

const isClock = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
const isCount = (text: string, least: number, most: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most

function checkRows(values: FacilityValues, need: Need): void {
  values.shift_patterns.forEach((each, index) => {
    const path = `shift_patterns.${index}`
    need(each.name.trim() !== '', `${path}.name`, 'Give the shift a name, such as D12.')
    need(isClock(each.start), `${path}.start`, 'Enter a time, such as 7:00 AM or 0700.')
    need(isClock(each.end), `${path}.end`, 'Enter a time, such as 7:00 PM or 1900.')
    need(
      each.unpaid_break_min === '' || isCount(each.unpaid_break_min, 0, 240),
      `${path}.unpaid_break_min`,
      'A whole number from 0 to 240.',
    )
  })
  for (const [level, most] of Object.entries(values.max_students_by_level))
    need(
      most.trim() === '' || isCount(most, 0, 100),
      `max_students_by_level.${level}`,
      'A whole number from 0 to 100.',
    )
  const span = (each: Span, path: string) => {
    need(isPlainDate(each.from), `${path}.from`, 'Enter a date.')
    need(isPlainDate(each.to), `${path}.to`, 'Enter a date.')
  }
  values.capacity_windows.forEach((each, index) => {
    span(each, `capacity_windows.${index}`)
    need(isCount(each.max, 0, 100), `capacity_windows.${index}.max`, 'A whole number from 0 to 100.')
  })
  values.blackout.forEach((each, index) => {
    span(each, `blackout.${index}`)
    need(each.reason.trim() !== '', `blackout.${index}.reason`, 'Give a reason.')
  })
}

/** Formats a field's value; '' when it is empty. */
export function wordsOf(field: Field, value: unknown): string {
  if (field.type === 'switch') return value ? 'Yes' : 'No'
  const text = String(value ?? '').trim()
  if (field.type === 'zone' && text) return zoneName(text)
  return field.choices?.[text] ?? text
}

const patternWords = ({
  name: title,
  start,
  end,
  unpaid_break_min: pause,
}: FacilityValues['shift_patterns'][number]) =>
  `${title} ${clockRange(start, end)}${Number(pause) > 0 ? `, ${pause} min break` : ''}`

/** Formats the list fields of a facility. */
export function listsOf(
  kind: FacilityKind,
  values: FacilityValues,
): { key: string; label: string; items: string[] }[] {
  if (kind === 'organization') return []
  if (kind === 'site')
    return [
      {
        key: 'holidays',
        label: 'Closed to students on',
        items: values.holidays.filter(isPlainDate).map((day) => formatDate(day)),
      },
    ]
  return [
    { key: 'shift_patterns', label: 'Shifts', items: values.shift_patterns.map(patternWords) },
    {
      key: 'max_students_by_level',
      label: 'Students by level',
      items: Object.entries(values.max_students_by_level)
        .filter(([, most]) => most !== '')
        .map(([level, most]) => `${studentLevelLabels[level as keyof typeof studentLevelLabels]}: ${most}`),
    },
    {
      key: 'capacity_windows',
      label: 'Windows',
      items: values.capacity_windows.map((each) => `${spanWords(each)}: up to ${each.max}`),
    },
    {
      key: 'blackout',
      label: 'Blackouts',
      items: values.blackout.map((each) => `${spanWords(each)}: ${each.reason}`),
    },
  ]
}

/** The fields for comparing two versions of a facility: each simple field, and each list as a whole. */
export function versionFieldsOf(kind: FacilityKind): VersionField<FacilityValues>[] {
  return [
    ...fieldsOf(kind).map((field) =>
      versionField<FacilityValues>(field.key, inputLabel(field), (values) =>
        wordsOf(field, values[field.key]),
      ),
    ),
    ...listsOf(kind, emptyValues(kind)).map(({ key, label }) =>
      versionField<FacilityValues>(key, label, (values) =>
        listsOf(kind, values)
          .find((list) => list.key === key)!
          .items.join(', '),
      ),
    ),
  ]
}
