import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSetSearch } from '#platform/web/set-search.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { RankRotations, type ResultSlot } from './RankRotations.tsx'
import { wishlists } from './queries.ts'
import { WishlistBadge } from './WishlistBadge.tsx'
import { datesOf } from './wishlist-words.ts'

/** A student ranks the rotations of a wishlist; after it closed the choices can be read (Spec §1). */
export function RankRotationsPage({ OwnResult }: { OwnResult: ResultSlot }): ReactNode {
  const { id } = useSearch({ strict: false }) as { id?: string }
  const setSearch = useSetSearch()
  const query = useQuery(wishlists.mine.queryOptions())
  const rows = query.data?.filter(({ kind }) => kind === 'rotations') ?? []
  const shown = rows.find((row) => row.id === id) ?? rows.find(({ phase }) => phase === 'open') ?? rows[0]
  return (
    <Page
      title={shown?.name ?? 'Rotations'}
      breadcrumbs={[{ label: 'Wishlists', href: '/student/wishlist' }]}
      description={shown && datesOf(shown)}
      badge={shown && <WishlistBadge phase={shown.phase} />}
      toolbar={
        rows.length > 1 && (
          <SegmentedFilter
            label="Wishlist"
            value={shown!.id}
            options={rows.map(({ id: value, name: label }) => ({ value, label }))}
            onChange={(value) => setSearch({ id: value })}
          />
        )
      }
      query={query}
      isEmpty={() => shown === undefined}
      failedTitle="This wishlist could not be loaded"
      skeleton={<Skeletons shape="cards" count={3} />}
      empty={{
        title: 'No rotations to rank',
        description: 'When your school asks your cohort for its choices, they appear here.',
        action: (
          <LinkButton href="/student/shifts" variant="default">
            See your shifts
          </LinkButton>
        ),
      }}
    >
      {() => <RankRotations key={shown!.id} wishlist={shown!} OwnResult={OwnResult} />}
    </Page>
  )
}
