import { clockRange } from '#core/clock-time.ts'
import { formatDate, isPlainDate } from '#core/plain-date.ts'
import { zoneName } from '#core/zone-name.ts'
import { type VersionField, versionField } from '#ui/use-versions.ts'
import type { FacilityKind } from '../contract.ts'
import { studentLevelLabels } from '../rules.ts'
import { spanWords } from '../rules/fields.ts'
import { type Field, fieldsOf, inputLabel } from './field-groups.ts'
import { emptyValues, type FacilityValues } from './form-values.ts'

/** Formats a field's value; '' when it is empty. */
export function valueLabel(field: Field, value: unknown): string {
  if (field.type === 'switch') return value ? 'Yes' : 'No'
  const text = String(value ?? '').trim()
  if (field.type === 'zone' && text) return zoneName(text)
  return field.choices?.[text] ?? text
}

const patternLabel = ({
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
    { key: 'shift_patterns', label: 'Shifts', items: values.shift_patterns.map(patternLabel) },
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
      label: 'Closed days',
      items: values.blackout.map((each) => `${spanWords(each)}: ${each.reason}`),
    },
  ]
}

/** The fields for comparing two versions of a facility: each simple field, and each list as a whole. */
export function versionFieldsOf(kind: FacilityKind): VersionField<FacilityValues>[] {
  return [
    ...fieldsOf(kind).map((field) =>
      versionField<FacilityValues>(field.key, inputLabel(field), (values) =>
        valueLabel(field, values[field.key]),
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
