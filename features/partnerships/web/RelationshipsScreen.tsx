import { Text } from '@mantine/core'
import { IconAffiliate } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useUrlWith, useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { PageSection } from '#ui/PageSection.tsx'
import type { Partnership } from '../contract.ts'
import { partnershipColumns, partnershipFilters, partnershipSorts } from './partnership-list.tsx'
import { useAllPartnerships, useExportPartnerships } from './queries.ts'
import { RelationshipDiagram } from './RelationshipDiagram.tsx'
import { usePartnershipActions } from './use-partnership-actions.tsx'

const Drawer = lazy(() => import('./PartnershipDrawer.tsx').then((m) => ({ default: m.PartnershipDrawer })))
const columns = partnershipColumns('both')
const nameOf = (row: Partnership) => `${row.school_name} and ${row.organization_name}`

/** The superadmin's map of partnerships, the same as a list, and every step on behalf of either party (Spec §2). */
export function RelationshipsScreen(): ReactNode {
  const list = useList(partnershipFilters, { sorts: partnershipSorts, hasOwnOrder: true })
  const [{ partnership: openId }, setSearch] = useSearchParams({ partnership: idParam })
  const hrefOf = useUrlWith('partnership')
  const query = useAllPartnerships({ ...list.shown, page: list.page })
  const actions = usePartnershipActions(nameOf)
  const download = useExportPartnerships()
  const { rows, total, picture = [], by_state: byState } = query.data ?? {}
  const open = (id: string) => setSearch({ partnership: id }, false)
  return (
    <>
      <ListPage
        title="Relationships"
        description="Which school works with which organization, on what terms, and what is waiting"
        list={list}
        label="Partnerships"
        query={query}
        rows={rows}
        total={total}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        rowHref={({ id }) => hrefOf(id)}
        actions={actions}
        options={{
          state: partnershipFilters.state.options?.map((option) => ({
            ...option,
            count: byState && (byState[option.value as keyof typeof byState] ?? 0),
          })),
        }}
        exported={download}
        failedTitle="The relationships couldn’t be loaded"
        empty={{
          title: 'No partnerships yet',
          description: 'Partnerships appear here once a school asks or a facility invites.',
          icon: IconAffiliate,
        }}
      >
        {picture.length > 0 && (
          <PageSection title="School–facility partnerships">
            {picture.length < (total ?? 0) && (
              <Text size="sm" c="dimmed" mb="sm">
                {`The first ${picture.length} of ${formatNumber(total!)} partnerships. Search or filter to see others.`}
              </Text>
            )}
            <RelationshipDiagram partnerships={picture} onOpen={open} />
          </PageSection>
        )}
      </ListPage>
      <Suspense>
        {openId && <Drawer id={openId} onClose={() => setSearch({ partnership: undefined })} key={openId} />}
      </Suspense>
    </>
  )
}
