import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import type { credentialTypesContract } from '#features/credential-types/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'

const credentialTypes = featureApi<typeof credentialTypesContract>('credentialTypes')

type Props = { partnershipId: string; typeIds: readonly string[] }

/** Shows how many students would lose clearance because of an agreement's required credentials, before the change is sent. */
export function CredentialImpact({ partnershipId, typeIds }: Props): ReactNode {
  const [asked] = useDebouncedValue(typeIds, 500)
  const { data } = useQuery({
    ...credentialTypes.agreementImpact.queryOptions({
      input: { partnership_id: partnershipId, type_ids: [...asked] },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (!data) return null
  return (
    <Banner kind={data.becoming > 0 ? 'warning' : 'info'} live>
      {data.becoming === 0
        ? 'No student would lose clearance.'
        : `${data.becoming === 1 ? '1 student' : `${formatNumber(data.becoming)} students`} of ${formatNumber(data.people)} with shifts here would lose clearance.`}
      {data.is_cut && ' These are the students of the first shifts; there are more.'}
    </Banner>
  )
}
