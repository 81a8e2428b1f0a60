import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { pageParam } from '#platform/web/search-params.ts'
import { PageSection } from '#ui/PageSection.tsx'
import type { HoursRequest } from '../contract.ts'
import { hoursRequests } from './queries.ts'
import { useDecisions } from './use-decisions.ts'
import { RequestTable } from './RequestTable.tsx'
import { Said } from './words.tsx'

const PAGE_SIZE = 10

const said = (request: HoursRequest): ReactNode => <Said request={request} />

type HoursToApproveProps = {
  /** The chosen school, for the platform only. */
  school?: string | null
  /** 'plain' inside a part that already names it; a card is hidden if nothing is pending. */
  look?: 'card' | 'plain'
}

/** Reported hours that no one has decided, with the actions to decide. */
export function HoursToApprove({ school = null, look = 'card' }: HoursToApproveProps): ReactNode {
  const [{ hours_page: page = 1 }, setSearch] = useSearchParams({ hours_page: pageParam })
  const query = useQuery({
    ...hoursRequests.waiting.queryOptions({
      input: { page, page_size: PAGE_SIZE, ...(school && { school_id: school }) },
    }),
    placeholderData: keepPreviousData,
  })
  const decisions = useDecisions()
  const total = query.data?.total ?? 0
  if (look === 'card' && !query.isError && total === 0 && page === 1) return null
  return (
    <PageSection
      look={look === 'card' ? 'flush' : 'plain'}
      {...(look === 'card' && {
        title: query.data ? `Hours to approve · ${formatNumber(total)}` : 'Hours to approve',
        description: 'Reported by students for time outside of a shift.',
      })}
    >
      <RequestTable
        label="Hours to approve"
        query={query}
        said={said}
        answerTitle="Decision"
        answers={decisions}
        page={page}
        pageSize={PAGE_SIZE}
        onPageChange={(to, isGone = false) => setSearch({ hours_page: to === 1 ? undefined : to }, isGone)}
        empty={{ title: 'No hours to approve', description: 'Hours that students report appear here.' }}
      />
    </PageSection>
  )
}
