import { useSchoolId } from '#features/accounts/web/public.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconBuildingHospital, IconHeartHandshake, IconSchool } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { todayIn } from '#core/plain-date.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ExportButton } from '#ui/ExportButton.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { stateLook } from '#ui/states.ts'
import type { Partnership, PartnershipGroup } from '../contract.ts'
import { isInGroup, shownStates } from '../rules.ts'
import {
  chosenOf,
  hasFilters,
  PAGE_SIZE,
  pageOf,
  type PartnershipsSearch,
  type SearchChange,
  shown,
} from './partnerships-search.ts'
import { PartnershipTable } from './PartnershipTable.tsx'
import { PeriodStrip } from './PeriodStrip.tsx'
import { useExportPartnerships, usePartnerships } from './queries.ts'
import { usePartnershipActions } from './use-partnership-actions.tsx'

const RequestDialog = lazyDialog(() => import('./RequestDialog.tsx').then((m) => m.RequestDialog), {
  opened: false,
})
const Drawer = lazyDialog(() => import('./PartnershipDrawer.tsx').then((m) => m.PartnershipDrawer), {
  id: '',
})

/** A school's partnerships: with whom, on what terms, until when, and what each asks for now. */
export function SchoolPartnershipsScreen(): ReactNode {
  const schoolId = useSchoolId()
  const search = useSearch({ strict: false }) as PartnershipsSearch
  const setSearch = useSetSearch()
  const query = usePartnerships(schoolId)
  const [isAsking, setAsking] = useState(false)
  const go = (change: SearchChange) => {
    // Opening details and turning pages are steps that Back undoes.
    const isStep = Boolean(change.partnership) || change.page !== undefined
    setSearch({ ...search, ...change }, !isStep)
  }
  const askButton = (
    <Button leftSection={<IconHeartHandshake size={18} aria-hidden />} onClick={() => setAsking(true)}>
      New partnership
    </Button>
  )
  const heading = {
    title: 'Partnerships',
    description: 'Shifts at a facility can be submitted only while an agreement with it is in force.',
    width: 'wide' as const,
  }
  if (!schoolId)
    return (
      <Page {...heading}>
        <EmptyState
          icon={IconSchool}
          title="Which school?"
          description="Choose the school whose partnerships you want to see."
        />
      </Page>
    )
  return (
    <>
      <Page
        {...heading}
        actions={askButton}
        query={query}
        failedTitle="The partnerships could not be loaded"
        empty={{
          title: 'No partnership yet',
          description:
            'Find an organization for your students and request a partnership. It answers with an affiliation agreement.',
          icon: IconBuildingHospital,
          action: askButton,
        }}
      >
        {(all) => <Everything all={all} schoolId={schoolId} search={search} onSearch={go} />}
      </Page>
      <RequestDialog schoolId={schoolId} opened={isAsking} onClose={() => setAsking(false)} />
      {search.partnership && (
        <Drawer
          id={search.partnership}
          onClose={() => go({ partnership: undefined })}
          key={search.partnership}
        />
      )}
    </>
  )
}

type EverythingProps = {
  all: readonly Partnership[]
  schoolId: string
  search: PartnershipsSearch
  onSearch: (change: SearchChange) => void
}

function Everything({ all, schoolId, search, onSearch }: EverythingProps): ReactNode {
  const { actionsOf, dialogs } = usePartnershipActions()
  const download = useExportPartnerships()
  const hrefOf = (row: Partnership) =>
    `/school/partnerships?${new URLSearchParams({ ...(search as Record<string, string>), partnership: row.id })}`
  const found = shown(all, search)
  const page = pageOf(search, found.length)
  const count = (show: PartnershipGroup | undefined) => all.filter((row) => isInGroup(row.state, show)).length
  // A change of any filter starts at the first page again.
  const refine = (change: SearchChange) => onSearch({ page: undefined, ...change })
  return (
    <>
      <FilterBar
        onClear={
          hasFilters(search) ? () => refine({ q: undefined, state: undefined, show: undefined }) : undefined
        }
        end={
          <ExportButton
            isPending={download.isPending}
            onClick={() =>
              download.mutate(
                { school_id: schoolId, ...chosenOf(search) },
                { onSuccess: ({ filename, csv }) => saveFile(filename, csv) },
              )
            }
          />
        }
      >
        <SearchField
          label="Search partnerships"
          value={search.q ?? ''}
          onChange={(q) => refine({ q: q || undefined })}
        />
        <SegmentedFilter
          label="Which partnerships"
          value={search.show ?? 'all'}
          options={[
            { value: 'all', label: 'All', count: count(undefined) },
            { value: 'open', label: 'To do', count: count('open') },
            { value: 'force', label: 'In force', count: count('force') },
            { value: 'over', label: 'Over', count: count('over') },
          ]}
          onChange={(show) => refine({ show: show === 'all' ? undefined : show })}
        />
        <NativeSelect
          aria-label="Status"
          value={search.state ?? ''}
          data={[
            { value: '', label: 'All statuses' },
            ...shownStates.map((value) => ({ value, label: stateLook(value).label })),
          ]}
          onChange={({ currentTarget }) => refine({ state: currentTarget.value || undefined })}
        />
      </FilterBar>
      <PartnershipTable
        rows={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        total={found.length}
        search={search}
        onSearch={refine}
        who="organization"
        hrefOf={hrefOf}
        actionsOf={actionsOf}
        empty={{
          title: 'No partnership fits',
          description: 'Try fewer filters, or another part of the name.',
        }}
      />
      {all.some((row) => row.effective_to) && (
        <PageSection title="Agreements over time" description="From last summer on, with today marked.">
          <PeriodStrip all={all} today={todayIn('UTC')} hrefOf={hrefOf} />
        </PageSection>
      )}
      {dialogs}
    </>
  )
}
