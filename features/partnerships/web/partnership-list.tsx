import { Text } from '@mantine/core'
import { choice, type Filters, searchText, tabs } from '#platform/web/kit/filters.ts'
import type { Column } from '#ui/DataTable.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { stateLook } from '#ui/states.ts'
import { wholeDates } from '#ui/whole-dates.ts'
import type { Partnership, PartnershipFilter, PartnershipState } from '../contract.ts'
import { agreementKindLabels, datesOf, groupLabels, shownStates, nextStepText } from '../rules.ts'

const stateLabels = Object.fromEntries(shownStates.map((value) => [value, stateLook(value).label])) as Record<
  PartnershipState,
  string
>

export const partnershipFilters: Filters<PartnershipFilter> = {
  q: searchText('Search partnerships', { any: 'School, site, city' }),
  show: tabs('Which partnerships', 'All', groupLabels),
  state: choice('Status', 'All statuses', stateLabels),
}
export const partnershipSorts = ['organization', 'school', 'state', 'effective_to'] as const

/** The columns of a list of partnerships; `who` is the party whose names come first. */
export const partnershipColumns = (who: 'organization' | 'school' | 'both'): Column<Partnership>[] =>
  [...(who === 'both' ? ['school', 'organization'] : [who]), 'state', 'now', 'effective_to', 'agreement'].map(
    (key) => columns[key]!,
  )

const columns: Record<string, Column<Partnership>> = {
  organization: {
    key: 'organization',
    title: 'Organization',
    sortable: true,
    render: (row) => row.organization_name,
  },
  school: { key: 'school', title: 'School', sortable: true, render: (row) => row.school_name },
  state: {
    key: 'state',
    title: 'Status',
    sortable: true,
    render: ({ state }) => <StateBadge state={state} />,
  },
  now: {
    key: 'now',
    title: 'Next step',
    file: ['Reason'],
    render: (row) => (
      <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
        {nextStepText(row)}
      </Text>
    ),
  },
  effective_to: {
    key: 'effective_to',
    title: 'Dates',
    file: ['First day', 'Last day', 'Notice (days)'],
    sortable: true,
    render: (row) => (
      <Text span size="sm">
        {wholeDates(datesOf(row))}
      </Text>
    ),
  },
  agreement: {
    key: 'agreement',
    title: 'Agreement',
    file: ['Agreement', 'Sites', 'Files'],
    phone: 'hide',
    render: (row) => (
      <>
        {row.effective_to ? agreementKindLabels[row.agreement_kind] : 'None yet'}
        <Text size="xs" c="dimmed">
          {row.all_sites ? 'All sites' : row.site_names.join(', ')}
        </Text>
      </>
    ),
  },
}
