import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { specialtyLabels } from '#core/specialties.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { FacilityDetail } from '../contract.ts'
import { addBlocker } from '../rules/actions.ts'
import { childTargetOf } from './action-target.ts'
import { detailHref } from './paths.ts'
import { useFacilityActions } from './use-facility-actions.tsx'

/** The sites or units directly below a facility, with links to what can be done with each. */
export function FacilityChildren({ detail }: { detail: FacilityDetail }): ReactNode {
  const { facility, children: rows, may_manage } = detail
  const { role } = useMe()
  const actionsOf = useActionsOfChildren()
  const targets = rows.map((row) => childTargetOf(row, detail, role))
  const what =
    facility.kind === 'site'
      ? 'Units'
      : rows.some(({ kind }) => kind === 'organization')
        ? 'Organizations and sites'
        : 'Sites'
  const below = facility.kind === 'site' ? 'unit' : 'site'
  return (
    <PageSection title={what} look="flush">
      <DataTable
        label={what}
        rows={targets}
        columns={facility.kind === 'site' ? unitColumns : siteColumns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowHref={detailHref}
        {...(may_manage && { rowActions: actionsOf })}
        empty={{
          title: `No ${below} yet`,
          description: `Students can’t be placed here until there is ${below === 'unit' ? 'a unit' : 'a site with a unit'}.`,
          action: !addBlocker({ ...facility, may_manage }) && (
            <LinkButton href={`/admin/${below}s/create?parent=${facility.id}`} variant="default">
              Add a {below}
            </LinkButton>
          ),
        }}
      />
    </PageSection>
  )
}

type ChildTarget = ReturnType<typeof childTargetOf>

function useActionsOfChildren() {
  const { menuOf } = useFacilityActions<ChildTarget>()
  // Actions with a dialog are on the child's own page; this menu has only links.
  return (row: ChildTarget) => menuOf(row).filter(({ href }) => href)
}

const siteColumns: readonly Column<ChildTarget>[] = [
  { key: 'name', title: 'Name', render: ({ name }) => name },
  {
    key: 'where',
    title: 'Where',
    render: ({ city, state }) => [city, state].filter(Boolean).join(', ') || '—',
  },
  {
    key: 'count',
    title: 'Below it',
    align: 'right',
    render: ({ child_count }) => formatNumber(child_count),
  },
  { key: 'status', title: 'Status', render: ({ status }) => <StateBadge state={status} /> },
]
const unitColumns: readonly Column<ChildTarget>[] = [
  { key: 'name', title: 'Name', render: ({ name }) => name },
  {
    key: 'specialty',
    title: 'Specialty',
    render: ({ specialty }) => (specialty ? specialtyLabels[specialty] : '—'),
  },
  {
    key: 'most',
    title: 'Students per shift',
    align: 'right',
    render: ({ max_students_per_shift: most }) => most ?? '—',
  },
  { key: 'status', title: 'Status', render: ({ status }) => <StateBadge state={status} /> },
]
