import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { formatNumber, howMany } from '#core/number-text.ts'
import { zoneName } from '#core/zone-name.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { useNavigateTo } from '#ui/Link.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { FacilityDetail } from '../contract.ts'
import { kindLabels } from '../rules.ts'
import { buttonsFor } from './FacilityScreen.tsx'
import { FacilityTree } from './FacilityTree.tsx'
import classes from './HierarchyScreen.module.css'
import { detailHref } from './paths.ts'
import { facilities, useChosenFacility } from './queries.ts'
import { levelsOf } from './tree-list.ts'
import { useFacilityActions } from './use-facility-actions.tsx'
import { type TreeScope, useTreeLevels } from './use-tree-levels.ts'

const HierarchyFilters = lazy(() =>
  import('./HierarchyFilters.tsx').then((file) => ({ default: file.HierarchyFilters })),
)

export type HierarchySearch = {
  q?: string | undefined
  node?: string | undefined
  archived?: string | undefined
}

type HierarchyViewProps = {
  /** Shows only this facility and everything below it. */
  rootId?: string
  search: HierarchySearch
  onSearch: (change: HierarchySearch) => void
}

/** The tree with its search, and next to it the chosen facility with all its actions. */
export function HierarchyView({ rootId, search, onSearch }: HierarchyViewProps): ReactNode {
  const text = search.q?.trim() ?? ''
  const archived = search.archived === 'yes'
  const scope = { ...(rootId && { root_id: rootId }), archived }
  const [node, setNode] = useRested(search.node, (rested) => onSearch({ node: rested }))
  const tree = { scope, value: node, onChange: setNode }
  return (
    <div className={classes.columns}>
      <div className={classes.left}>
        <Suspense fallback={<div style={{ minHeight: 36 }} />}>
          <HierarchyFilters />
        </Suspense>
        {text ? <Found {...tree} text={text} /> : <Browsed key={`${rootId ?? ''} ${archived}`} {...tree} />}
      </div>
      <Chosen id={search.node} />
    </div>
  )
}

type TreeProps = {
  scope: TreeScope
  value: string | undefined
  onChange: (id: string) => void
}

/** The hierarchy by level: each loads when it is opened, 100 facilities at a time as they come into view. */
function Browsed({ scope, value, onChange }: TreeProps): ReactNode {
  const navigateTo = useNavigateTo()
  const { levels, top, open, failed, load } = useTreeLevels(scope, value)
  return (
    <Loaded
      query={top}
      skeleton={<Skeletons shape="table" />}
      failedTitle="The hierarchy couldn’t be loaded"
      isEmpty={({ total }) => total === 0}
      empty={{
        title: 'No facility yet',
        description: 'Organizations, their sites and their units appear here as a tree.',
      }}
    >
      {({ total }) => (
        <>
          {failed.length > 0 && (
            <FailedState
              title="Part of the hierarchy couldn’t be loaded"
              error={failed[0]?.error}
              onRetry={() => failed.forEach((part) => void part.refetch())}
            />
          )}
          {!scope.root_id && <output className={classes.found}>{howMany(total, 'organization')}</output>}
          <FacilityTree
            levels={levels}
            open={open}
            value={value}
            onChange={onChange}
            onOpen={(facility) => navigateTo(detailHref(facility))}
            onMissing={load}
          />
        </>
      )}
    </Loaded>
  )
}

/** The search results of the server, each with its ancestors. */
function Found({ scope, text, value, onChange }: TreeProps & { text: string }): ReactNode {
  const navigateTo = useNavigateTo()
  const query = useQuery({
    ...facilities.searchTree.queryOptions({ input: { ...scope, text } }),
    placeholderData: keepPreviousData,
  })
  const levels = useMemo(() => levelsOf(query.data?.nodes ?? []), [query.data])
  return (
    <Loaded query={query} skeleton={<Skeletons shape="table" />} failedTitle="The search failed">
      {({ found, shown }) => (
        <>
          <output className={classes.found}>
            {found === 1 ? '1 facility' : `${formatNumber(found)} facilities`} found
            {shown < found &&
              `; the first ${shown} by name are shown. Type more of the name to narrow them down.`}
          </output>
          {found === 0 ? (
            <EmptyState compact title="Nothing found" description="Try another part of the name." />
          ) : (
            <FacilityTree
              key={text}
              levels={levels}
              open="all"
              value={value}
              onChange={onChange}
              onOpen={(facility) => navigateTo(detailHref(facility))}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

/**
 * Keeps the choice immediately, but reports it only when it rests, so that holding an arrow key doesn't update the address at every step.
 */
function useRested(
  value: string | undefined,
  tell: (rested: string) => void,
): [string | undefined, (chosen: string) => void] {
  const [chosen, setChosen] = useState(value)
  const [known, setKnown] = useState(value)
  // The address changed in another way, such as Back.
  if (value !== known) {
    setKnown(value)
    setChosen(value)
  }
  const telling = useRef(tell)
  useEffect(() => {
    telling.current = tell
  })
  useEffect(() => {
    if (chosen === undefined || chosen === value) return
    const timer = setTimeout(() => telling.current(chosen), 120)
    return () => clearTimeout(timer)
  }, [chosen, value])
  return [chosen, setChosen]
}

function Chosen({ id }: { id: string | undefined }): ReactNode {
  const query = useChosenFacility(id)
  if (!id)
    return (
      <EmptyState
        compact
        title="Choose a facility"
        description="Use arrow keys to browse. Enter opens the page."
      />
    )
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="text" />}
      failedTitle="This facility couldn’t be loaded"
    >
      {(detail) => <Panel detail={detail} />}
    </Loaded>
  )
}

function Panel({ detail }: { detail: FacilityDetail }): ReactNode {
  const { facility, counts, path } = detail
  const { role } = useMe()
  const actions = useFacilityActions({ isOnPage: true })
  return (
    <PageSection title={facility.name} description={path.map(({ name }) => name).join(' › ')}>
      <div className={classes.panel}>
        <KeyValue
          items={[
            { label: 'Kind', value: kindLabels[facility.kind] },
            { label: 'Status', value: <StateBadge state={facility.status} /> },
            ...(facility.kind === 'organization'
              ? [{ label: 'Sites', value: formatNumber(counts.sites) }]
              : []),
            ...(facility.kind === 'unit' ? [] : [{ label: 'Units', value: formatNumber(counts.units) }]),
            { label: 'Students per shift', value: formatNumber(counts.students_per_shift) },
            { label: 'Upcoming shifts', value: formatNumber(counts.upcoming_shifts) },
            { label: 'Where', value: [facility.city, facility.state].filter(Boolean).join(', ') },
            { label: 'Time zone', value: zoneName(facility.time_zone) },
          ]}
        />
        <div className={classes.buttons}>
          <LinkButton href={detailHref(facility)} variant="default">
            Details
          </LinkButton>
          {detail.may_manage && buttonsFor(detail, role, actions, true)}
        </div>
      </div>
      {actions.dialog}
    </PageSection>
  )
}
