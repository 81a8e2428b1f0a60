import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { FailedSignIns, TrailSeal } from '#features/audit/web/public.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { pageParam } from '#platform/web/search-params.ts'
import { Banner } from '#ui/Banner.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { IMPERSONATIONS_A_PAGE, type Impersonation } from '../contract.ts'
import { monitoring } from './queries.ts'

/** Whether data protection is complete, failed sign-ins, impersonations, and whether the audit trail is unaltered (Domain 2.19). */
export function SecurityScreen(): ReactNode {
  return (
    <Page
      title="Security"
      width="wide"
      actions={
        <LinkButton variant="default" href="/admin/users?view=access">
          Access log
        </LinkButton>
      }
    >
      <Protection />
      <PageSection look="flush" title="Failed sign-ins" description="By account, network and hour">
        <FailedSignIns />
      </PageSection>
      <PageSection
        look="flush"
        title="Impersonations"
        description="Who at Placewell saw the product as someone else, and why"
      >
        <Impersonations />
      </PageSection>
      <TrailSeal />
    </Page>
  )
}

function Protection(): ReactNode {
  const query = useQuery({ ...monitoring.systemHealth.queryOptions(), staleTime: 0 })
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons count={2} />}
      failedTitle="Data protection couldn’t be checked"
    >
      {({ alerts, metrics }) => {
        const open = alerts.filter(({ code }) => code === 'tables_open' || code === 'functions_open')
        if (!metrics || open.length > 0)
          return (
            <Banner kind="danger" title="Some data is not protected" live>
              {open.map(({ message }) => message).join(' ') || alerts.map(({ message }) => message).join(' ')}
            </Banner>
          )
        const { tables, security_policies: policies, functions } = metrics.checks
        return (
          <Banner kind="success" title="All data is protected">
            All {tables} tables are under row-level security, by {formatNumber(policies)} policies. None of
            the {functions} functions that act with more rights than their caller has an open search path.
          </Banner>
        )
      }}
    </Loaded>
  )
}

function Impersonations(): ReactNode {
  const [{ impersonations_page: page = 1 }, setSearch] = useSearchParams({ impersonations_page: pageParam })
  const query = useQuery({
    ...monitoring.impersonations.queryOptions({ input: { page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  })
  return (
    <ListTable
      label="Impersonations"
      failedTitle="Impersonations couldn’t be loaded"
      query={query}
      rows={query.data?.rows}
      columns={columns}
      rowKey={(row) => String(row.id)}
      rowLabel={(row) => row.acting_as_name ?? 'A person who left'}
      page={page}
      pageSize={IMPERSONATIONS_A_PAGE}
      onPageChange={(to, isGone = false) =>
        setSearch({ impersonations_page: to === 1 ? undefined : to }, isGone)
      }
      empty={{
        title: 'No impersonations',
        description: 'Each time a superadmin acts as another person appears here with the reason.',
      }}
    />
  )
}

const columns: Column<Impersonation>[] = [
  { key: 'as', title: 'Acted as', render: (row) => row.acting_as_name ?? 'A person who left' },
  { key: 'by', title: 'By', render: (row) => row.actor_name ?? '—' },
  { key: 'at', title: 'Began', render: (row) => <RelativeTime value={row.started_at} /> },
  {
    key: 'ended',
    title: 'Ended',
    render: (row) => (row.ended_at ? <RelativeTime value={row.ended_at} /> : 'Still on'),
  },
  { key: 'may', title: 'Could change things', render: (row) => (row.may_write ? 'Yes' : 'No, view only') },
  { key: 'reason', title: 'Reason', render: (row) => row.reason ?? '—' },
]
