import { Button } from '@mantine/core'
import { IconBuildingHospital, IconHeartHandshake, IconSchool } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { todayHere } from '#core/plain-date.ts'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import { useUrlWith, useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { Partnership, PartnershipGroup } from '../contract.ts'
import { groupLabels, isInGroup, shownOf } from '../rules.ts'
import { partnershipColumns, partnershipFilters, partnershipSorts } from './partnership-list.tsx'
import { PeriodStrip } from './PeriodStrip.tsx'
import { useExportPartnerships, usePartnerships } from './queries.ts'
import { usePartnershipActions } from './use-partnership-actions.tsx'

const RequestDialog = lazyDialog(() => import('./RequestDialog.tsx').then((m) => m.RequestDialog), {
  opened: false,
})
const Drawer = lazy(() => import('./PartnershipDrawer.tsx').then((m) => ({ default: m.PartnershipDrawer })))
const columns = partnershipColumns('organization')
const nameOf = ({ organization_name: name }: Partnership) => name
const title = 'Partnerships'

/** A school's partnerships: with whom, on what terms, until when, and what each needs now. */
export function SchoolPartnershipsScreen(): ReactNode {
  const schoolId = useSchoolId()
  return schoolId ? (
    <Partnerships schoolId={schoolId} />
  ) : (
    <Page title={title} width="wide">
      <EmptyState
        icon={IconSchool}
        title="Which school?"
        description="Choose the school whose partnerships you want to see."
      />
    </Page>
  )
}

function Partnerships({ schoolId }: { schoolId: string }): ReactNode {
  const list = useList(partnershipFilters, { sorts: partnershipSorts, hasOwnOrder: true })
  const [{ partnership: openId, request }, setSearch] = useSearchParams({
    partnership: idParam,
    request: idParam,
  })
  const query = usePartnerships(schoolId)
  const actions = usePartnershipActions(nameOf)
  const download = useExportPartnerships()
  const [isAsking, setAsking] = useState(false)
  const { data: all = none } = query
  const asked = JSON.stringify(list.shown)
  const found = useMemo(() => shownOf(all, JSON.parse(asked) as typeof list.shown), [all, asked])
  const { rows, page, total } = pageOfRows(found, list)
  // No counts until they are loaded: a 0 would look like an empty list.
  const count = (show?: PartnershipGroup) => query.data && all.filter((row) => isInGroup(row, show)).length
  const hrefOf = useUrlWith('partnership')
  const askButton = (
    <Button leftSection={<IconHeartHandshake size={18} aria-hidden />} onClick={() => setAsking(true)}>
      New partnership
    </Button>
  )
  return (
    <>
      <ListPage
        title={title}
        buttons={askButton}
        list={list}
        label={title}
        query={query}
        rows={query.data && rows}
        total={total}
        page={page}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        rowHref={({ id }) => hrefOf(id)}
        actions={actions}
        options={{
          show: [
            { value: 'all', label: 'All', count: count() },
            { value: 'open', label: groupLabels.open, count: count('open') },
            { value: 'force', label: groupLabels.force, count: count('force') },
            { value: 'over', label: groupLabels.over, count: count('over') },
          ],
        }}
        exported={{
          isPending: download.isPending,
          mutate: (shown, then) => download.mutate({ school_id: schoolId, ...shown }, then),
        }}
        failedTitle="The partnerships couldn’t be loaded"
        empty={{
          title: 'No partnerships yet',
          description:
            'Find an organization for your students and request a partnership. It answers with an affiliation agreement.',
          icon: IconBuildingHospital,
          action: askButton,
        }}
      >
        {all.some((row) => row.effective_to) && (
          <PageSection title="Agreements over time" description="Since last summer, with today marked.">
            <PeriodStrip all={all} today={todayHere()} hrefOf={({ id }) => hrefOf(id)} />
          </PageSection>
        )}
      </ListPage>
      <RequestDialog
        schoolId={schoolId}
        opened={isAsking || request !== undefined}
        organizationId={request}
        onClose={() => {
          setAsking(false)
          if (request) setSearch({ request: undefined })
        }}
      />
      <Suspense>
        {openId && <Drawer id={openId} onClose={() => setSearch({ partnership: undefined })} key={openId} />}
      </Suspense>
    </>
  )
}

const none: readonly Partnership[] = []
