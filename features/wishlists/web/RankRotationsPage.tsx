import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { WishlistKind } from '../contract.ts'
import { RankRotations, type ResultSlot } from './RankRotations.tsx'
import { wishlists } from './queries.ts'
import { WishlistBadge } from './WishlistBadge.tsx'
import { datesOf, rankedWords } from './wishlist-words.ts'

type RankProps = { kind: WishlistKind; OwnResult: ResultSlot }

/** A student ranks the rotations of a wishlist, or preceptors and units; after it closes, the choices are read-only (Spec §1). */
export function RankRotationsPage({ kind, OwnResult }: RankProps): ReactNode {
  const [{ id }] = useSearchParams({ id: idParam })
  const setSearch = useSetSearch()
  // It opens and closes by the server's clock, also while the page is open.
  const query = useQuery({
    ...wishlists.mine.queryOptions(),
    refetchInterval: ({ state }) =>
      state.data?.some(({ phase }) => phase === 'open' || phase === 'scheduled') ? 60_000 : false,
  })
  const rows = query.data?.filter((row) => row.kind === kind) ?? []
  const shown = rows.find((row) => row.id === id) ?? rows.find(({ phase }) => phase === 'open') ?? rows[0]
  return (
    <Page
      title={shown?.name ?? rankedWords[kind].title}
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
      failedTitle="This wishlist couldn’t be loaded"
      skeleton={<Skeletons shape="cards" count={3} />}
      empty={{
        title: `No ${rankedWords[kind].many} to rank`,
        description: 'When your school asks your cohort for its choices, they appear here.',
        action: (
          <LinkButton href={kind === 'capstone' ? '/student/capstone' : '/student/shifts'} variant="default">
            {kind === 'capstone' ? 'See your capstone' : 'See your shifts'}
          </LinkButton>
        ),
      }}
    >
      {() => <RankRotations key={shown!.id} wishlist={shown!} OwnResult={OwnResult} />}
    </Page>
  )
}
