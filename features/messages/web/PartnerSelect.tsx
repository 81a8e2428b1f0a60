import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { partnershipsContract } from '#features/partnerships/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { PickOne } from '#ui/Pick.tsx'

const partnerships = featureApi<typeof partnershipsContract>('partnerships')

/** Chooses one of the schools that the facility has an agreement with. */
export function PartnerSelect(
  props: Pick<Parameters<typeof PickOne>[0], 'value' | 'onChange' | 'error' | 'required'>,
): ReactNode {
  const partners = useQuery(partnerships.list.queryOptions({ input: { here: true } }))
  const active = (partners.data ?? []).filter(({ status }) => status === 'active')
  return (
    <>
      <ChoicesFailed queries={[partners]} />
      <PickOne
        label="School"
        among={active.map(({ school_id: id, school_name: name }) => ({ id, name }))}
        {...props}
      />
    </>
  )
}
