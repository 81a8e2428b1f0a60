import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { type FilterDef, type FilterFieldProps, found } from '#platform/web/kit/filters.ts'
import type { EntityKind } from '../contract.ts'

// A list that is narrowed by a name fetches what finds it next to itself, and not before.
const EntitySelect = lazy(() => import('./EntitySelect.tsx').then((file) => ({ default: file.EntitySelect })))

/** A filter of a list by one school, facility, person, cohort or shift, found by its name. */
export function entityFilter(
  kind: EntityKind | 'person',
  label: string,
  any: string,
  rest: { isRare?: boolean; param?: string } = {},
): FilterDef<string> {
  const Field = ({ label: name, any: placeholder, value, onChange }: FilterFieldProps) => (
    <Suspense fallback={<TextInput aria-label={name} placeholder={placeholder} readOnly />}>
      <EntitySelect
        kind={kind}
        aria-label={name}
        placeholder={placeholder}
        value={value || null}
        onChange={(id) => onChange(id ?? undefined)}
      />
    </Suspense>
  )
  return found(label, any, Field, rest)
}
