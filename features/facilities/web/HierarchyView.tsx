import { Switch } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useNavigateTo } from '#ui/Link.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { FacilityDetail, TreeNode } from '../contract.ts'
import { kindLabels } from '../rules.ts'
import { Buttons } from './FacilityScreen.tsx'
import { FacilityTree } from './FacilityTree.tsx'
import classes from './HierarchyScreen.module.css'
import { detailHref } from './paths.ts'
import { facilities, useChosenFacility } from './queries.ts'
import { placesOf, visibleOf } from './tree-list.ts'
import { useFacilityActions } from './use-facility-actions.tsx'

export type HierarchySearch = {
  q?: string | undefined
  node?: string | undefined
  archived?: string | undefined
}

type HierarchyViewProps = {
  /** Only this place and what lies below it. */
  rootId?: string
  search: HierarchySearch
  onSearch: (change: HierarchySearch) => void
}

/** The tree with its search, and beside it the chosen place with everything that can be done with it. */
export function HierarchyView({ rootId, search, onSearch }: HierarchyViewProps): ReactNode {
  const query = useQuery(facilities.tree.queryOptions({ input: rootId ? { root_id: rootId } : {} }))
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="table" />}
      failedTitle="The hierarchy could not be loaded"
      isEmpty={({ nodes }) => nodes.length === 0}
      empty={{
        title: 'No facility yet',
        description: 'Organizations, their sites and their units stand here as a tree.',
      }}
    >
      {({ nodes }) => <View nodes={nodes} search={search} onSearch={onSearch} />}
    </Loaded>
  )
}

type ViewProps = Omit<HierarchyViewProps, 'rootId'> & { nodes: readonly TreeNode[] }

function View({ nodes, search, onSearch }: ViewProps): ReactNode {
  const navigateTo = useNavigateTo()
  const text = search.q ?? ''
  const withArchived = search.archived === 'yes'
  const found = useMemo(
    () => visibleOf(placesOf(nodes), { text, withArchived })?.matches ?? nodes.length,
    [nodes, text, withArchived],
  )
  return (
    <div className={classes.columns}>
      <div className={classes.left}>
        <FilterBar>
          <SearchField
            label="Search facilities"
            placeholder="Search by name or city"
            value={text}
            onChange={(q) => onSearch({ q: q || undefined })}
          />
          <Switch
            label="Archived and closed too"
            checked={withArchived}
            onChange={({ currentTarget }) =>
              onSearch({ archived: currentTarget.checked ? 'yes' : undefined })
            }
          />
        </FilterBar>
        <output className={classes.found}>
          {found === nodes.length
            ? `${nodes.length.toLocaleString('en-US')} places`
            : `${found.toLocaleString('en-US')} of ${nodes.length.toLocaleString('en-US')} places`}
        </output>
        {found === 0 ? (
          <EmptyState compact title="Nothing found" description="Try another part of the name." />
        ) : (
          <FacilityTree
            nodes={nodes}
            text={text}
            withArchived={withArchived}
            value={search.node}
            onChange={(node) => onSearch({ node })}
            onOpen={(place) => navigateTo(detailHref(place))}
          />
        )}
      </div>
      <Chosen id={search.node} />
    </div>
  )
}

function Chosen({ id }: { id: string | undefined }): ReactNode {
  // While the arrows are held down, only the place where they come to rest is asked for.
  const [rested] = useDebouncedValue(id, 150)
  const query = useChosenFacility(rested)
  if (!id)
    return (
      <EmptyState
        compact
        title="Choose a place"
        description="Arrow keys go about in the tree, right opens, left closes, Enter goes to its page."
      />
    )
  return (
    <Loaded query={query} skeleton={<Skeletons shape="text" />} failedTitle="This place could not be loaded">
      {(detail) => <Panel detail={detail} />}
    </Loaded>
  )
}

function Panel({ detail }: { detail: FacilityDetail }): ReactNode {
  const { facility, counts, path } = detail
  const { actionsOf, dialogs } = useFacilityActions()
  return (
    <PageSection title={facility.name} description={path.map(({ name }) => name).join(' › ')}>
      <div className={classes.panel}>
        <KeyValue
          items={[
            { label: 'Kind', value: kindLabels[facility.kind] },
            { label: 'Status', value: <StateBadge state={facility.status} /> },
            ...(facility.kind === 'organization' ? [{ label: 'Sites', value: counts.sites }] : []),
            ...(facility.kind === 'unit' ? [] : [{ label: 'Units', value: counts.units }]),
            { label: 'Students per shift', value: counts.students_per_shift },
            { label: 'Shifts ahead', value: counts.upcoming_shifts },
            { label: 'Where', value: [facility.city, facility.state].filter(Boolean).join(', ') },
            { label: 'Time zone', value: facility.time_zone },
          ]}
        />
        <div className={classes.buttons}>
          <LinkButton href={detailHref(facility)} variant="default">
            Details
          </LinkButton>
          {detail.may_manage && <Buttons detail={detail} actionsOf={actionsOf} />}
        </div>
      </div>
      {dialogs}
    </PageSection>
  )
}
