import { EASTERN } from '#core/us-time-zones.ts'
import type { Facility, FacilityKind, ShiftPattern } from '../contract.ts'
import { studentLevelLabels, unitDefaults } from '../rules.ts'
import { fieldsOf } from './field-groups.ts'

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
