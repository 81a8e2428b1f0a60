import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FoundSelect, type FoundSelectProps, useTypedName } from '#ui/FoundSelect.tsx'
import type { FacilityKind } from '../contract.ts'
import { facilities } from './queries.ts'

type FacilitySelectProps = FoundSelectProps & {
  /** Only organizations, sites or units. */
  kind?: FacilityKind
  /** Only what lies below this place. */
  belowId?: string | undefined
  /** A place that may not be chosen: itself, when it is moved. */
  exceptId?: string
}

/** A place found by name within the asker's scope; shows where in the hierarchy it lies. */
export function FacilitySelect({ kind, belowId, exceptId, ...props }: FacilitySelectProps): ReactNode {
  const typing = useTypedName()
  const found = useQuery({
    ...facilities.options.queryOptions({
      input: {
        search: typing.search,
        ...(kind && { kind }),
        ...(belowId && { below_id: belowId }),
        ...(props.value && { id: props.value }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  return <FoundSelect {...props} typing={typing} found={found.data?.filter(({ id }) => id !== exceptId)} />
}
