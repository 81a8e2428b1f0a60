import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { usersContract } from '../contract.ts'
import { featureApi } from '#platform/web/api.ts'
import { FoundSelect, type FoundSelectProps, useTypedName } from '#ui/FoundSelect.tsx'

// Not from queries.ts: other features take this select alone.
const { places } = featureApi<typeof usersContract>('users')

/** A school or facility found by name, for the superadmin; facilities show where in the hierarchy they lie. */
export function PlaceSelect({
  kind,
  ...props
}: FoundSelectProps & { kind: 'school' | 'facility' }): ReactNode {
  const typing = useTypedName()
  const found = useQuery({
    ...places.queryOptions({
      input: { kind, search: typing.search, ...(props.value && { id: props.value }) },
    }),
    placeholderData: keepPreviousData,
  })
  return <FoundSelect {...props} typing={typing} found={found.data} />
}
