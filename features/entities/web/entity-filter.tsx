import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { type FilterDef, type FilterFieldProps, found } from '#platform/web/kit/filters.ts'
import type { EntityKind } from '../contract.ts'

// Loaded only by lists that filter by a name, alongside the list.
const EntitySelect = lazy(() => import('./EntitySelect.tsx').then((file) => ({ default: file.EntitySelect })))

/** A list filter by one school, facility, person, cohort or shift, chosen by name. */
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
