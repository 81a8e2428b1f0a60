import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageSection } from '#ui/PageSection.tsx'
import { credentialTypes } from './queries.ts'
import { TypesTable } from './TypesTable.tsx'

/**
 * The types that the reader's own school or facility has added, with actions
 * to change and retire them. Renders nothing if there are none.
 */
export function OwnTypes(): ReactNode {
  const { data } = useQuery(credentialTypes.list.queryOptions({ input: { status: 'any' } }))
  const own = (data ?? []).filter((type) => type.is_own)
  if (own.length === 0) return null
  return (
    <PageSection
      look="flush"
      title="Your own types"
      description="Types you added to those that come with Placewell."
    >
      <TypesTable rows={own} />
    </PageSection>
  )
}
