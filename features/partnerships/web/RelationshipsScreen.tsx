import { NativeSelect, Text } from '@mantine/core'
import { IconAffiliate } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { saveFile } from '#platform/web/save-file.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ExportButton } from '#ui/ExportButton.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { stateLook } from '#ui/states.ts'
import type { Partnership } from '../contract.ts'
import { shownStates } from '../rules.ts'
import { chosenOf, hasFilters, type PartnershipsSearch, type SearchChange } from './partnerships-search.ts'
import { PartnershipTable } from './PartnershipTable.tsx'
import { type FoundPartnerships, useAllPartnerships, useExportPartnerships } from './queries.ts'
import { RelationshipPicture } from './RelationshipPicture.tsx'
import { usePartnershipActions } from './use-partnership-actions.tsx'

const Drawer = lazyDialog(() => import('./PartnershipDrawer.tsx').then((m) => m.PartnershipDrawer), {
  id: '',
})

/** The superadmin's picture of who works with whom, the same as a table below it, and every step on behalf of either side (Spec §2). */
export function RelationshipsScreen(): ReactNode {
  const search = useSearch({ strict: false }) as PartnershipsSearch
  const setSearch = useSetSearch()
  const query = useAllPartnerships(search)
  const go = (change: SearchChange) => {
    const isStep = Boolean(change.partnership) || change.page !== undefined
    setSearch({ ...search, ...change }, !isStep)
  }
  return (
    <>
      <Page
        title="Relationships"
        description="Which school works with which organization, on what terms, and where something is waiting."
        width="wide"
        query={query}
        isEmpty={({ by_state }) => Object.keys(by_state).length === 0}
        failedTitle="The relationships could not be loaded"
        empty={{
          title: 'No partnerships yet',
          description: 'Partnerships appear here as soon as a school asks or a facility invites.',
          icon: IconAffiliate,
        }}
      >
        {(found) => <Relationships found={found} search={search} onSearch={go} />}
      </Page>
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

type RelationshipsProps = {
  found: FoundPartnerships
  search: PartnershipsSearch
  onSearch: (change: SearchChange) => void
}

function Relationships({ found, search, onSearch }: RelationshipsProps): ReactNode {
  const { actionsOf, dialogs } = usePartnershipActions()
  const download = useExportPartnerships()
  const { rows, total, picture, by_state } = found
  const refine = (change: SearchChange) => onSearch({ page: undefined, ...change })
  const hrefOf = (row: Partnership) =>
    `/admin/relationships?${new URLSearchParams({ ...(search as Record<string, string>), partnership: row.id })}`
  return (
    <>
      <FilterBar
        onClear={hasFilters(search) ? () => refine({ q: undefined, state: undefined }) : undefined}
        end={
          <ExportButton
            isPending={download.isPending}
            onClick={() =>
              download.mutate(chosenOf(search), { onSuccess: ({ filename, csv }) => saveFile(filename, csv) })
            }
          />
        }
      >
        <SearchField
          label="Search schools, organizations, sites"
          value={search.q ?? ''}
          onChange={(q) => refine({ q: q || undefined })}
        />
        <NativeSelect
          aria-label="Status"
          value={search.state ?? ''}
          data={[
            { value: '', label: 'All statuses' },
            ...shownStates.map((value) => ({
              value,
              label: `${stateLook(value).label} (${by_state[value] ?? 0})`,
            })),
          ]}
          onChange={({ currentTarget }) => refine({ state: currentTarget.value || undefined })}
        />
      </FilterBar>
      <PageSection title="School–facility partnerships">
        {total === 0 ? (
          <EmptyState
            compact
            titleOrder={3}
            title="Nothing fits"
            description="Try fewer filters, or another part of the name."
          />
        ) : (
          <>
            {picture.length < total && (
              <Text size="sm" c="dimmed" mb="sm">
                The picture shows {picture.length} of {total.toLocaleString('en-US')} partnerships. Search or
                filter to see others; the table below has all of them.
              </Text>
            )}
            <RelationshipPicture partnerships={picture} onOpen={(partnership) => onSearch({ partnership })} />
          </>
        )}
      </PageSection>
      <PageSection look="plain" title="As a table">
        <PartnershipTable
          rows={rows}
          total={total}
          search={search}
          onSearch={refine}
          who="both"
          hrefOf={hrefOf}
          actionsOf={actionsOf}
          empty={{ title: 'Nothing fits', description: 'Try fewer filters, or another part of the name.' }}
        />
      </PageSection>
      {dialogs}
    </>
  )
}
