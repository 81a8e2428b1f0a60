import { type ReactNode, useEffect } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { CoveringNotice } from '#features/facility-team/web/public.ts'
import { useSeries } from '#features/shifts/web/public.ts'
import type { UnitOfFacility } from '#features/shifts/contract.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { Pager } from '#ui/Pager.tsx'
import { usePageSize } from '#ui/use-page-size.ts'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { WorkQueue } from '#ui/WorkQueue.tsx'
import { type FacilityChange, type FacilitySearch, whereOf } from './facility-search.ts'
import { useRequests } from './use-requests.tsx'

interface FacilityRequestsProps {
  search: FacilitySearch
  onSearch: (change: FacilityChange) => void
  units: readonly UnitOfFacility[]
}

/** Requests to the facility by school and series, earliest due first, answered in the list or opened. */
export function FacilityRequests({ search, onSearch, units }: FacilityRequestsProps): ReactNode {
  const page = search.page ?? 1
  const pageSize = usePageSize(20, 15)
  const query = useSeries({ ...whereOf(search), here: true, needs: 'inbox' } as never, {
    page,
    page_size: pageSize,
  })
  const { items, dialogs } = useRequests(query.data?.rows ?? [], units, search)
  const last = Math.max(1, Math.ceil((query.data?.total ?? page * pageSize) / pageSize))
  useEffect(() => {
    // All requests of the last page were answered.
    if (page > last) onSearch({ page: last > 1 ? last : undefined })
  }, [page, last, onSearch])
  return (
    <PageSection title={titleOf(query.data)}>
      <CoveringNotice
        facilityId={search.facility}
        onShow={(id) => onSearch({ facility: id, page: undefined })}
      />
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" count={6} />}
        failedTitle="The requests couldn’t be loaded"
        isEmpty={() => false}
      >
        {({ total }) => (
          <>
            <WorkQueue
              label="Requests"
              items={items}
              empty="No requests need you. Requests and changes from schools appear here until you answer them."
            />
            {total > pageSize && (
              <Pager
                page={page}
                pageSize={pageSize}
                total={total}
                onPageChange={(next) => onSearch({ page: next > 1 ? next : undefined })}
              />
            )}
          </>
        )}
      </Loaded>
      {dialogs}
    </PageSection>
  )
}

/** "Requests · 8, 33 shifts". */
const titleOf = (data: { total: number; shifts: number } | undefined): string =>
  data && data.total > 0
    ? `Requests · ${formatNumber(data.total)} for ${formatNumber(data.shifts)} ${data.shifts === 1 ? 'shift' : 'shifts'}`
    : 'Requests'
