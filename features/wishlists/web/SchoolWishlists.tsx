import { howMany } from '#core/number-text.ts'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SemesterScopeSelect, useSemesterScope } from '#features/semesters/web/public.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { WishlistRow } from '../contract.ts'
import { type MatchSlot, OneWishlist } from './OneWishlist.tsx'
import { wishlists } from './queries.ts'
import { WishlistBadge } from './WishlistBadge.tsx'
import { datesOf, rankedWords } from './wishlist-words.ts'

const WishlistDrawer = lazyDialog(() => import('./WishlistDrawer.tsx').then((m) => m.WishlistDrawer), {
  opened: false,
})

/** A school's wishlists, or one of them if the address names it (Spec §1). */
export function SchoolWishlists({ MatchView }: { MatchView: MatchSlot }): ReactNode {
  const [{ id }] = useSearchParams({ id: idParam })
  return id ? <OneWishlist id={id} MatchView={MatchView} /> : <AllWishlists />
}

function AllWishlists(): ReactNode {
  const query = useQuery(wishlists.list.queryOptions())
  const scope = useSemesterScope()
  const [creating, setCreating] = useState(false)
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      New wishlist
    </Button>
  )
  return (
    <>
      <Page
        title="Wishlists"
        description="Ask the students of cohorts which rotations or capstone preceptors they would like."
        actions={create}
        toolbar={<SemesterScopeSelect scope={scope} />}
        query={query}
        failedTitle="The wishlists couldn’t be loaded"
        skeleton={<Skeletons shape="cards" count={2} />}
        empty={{
          title: 'No wishlists yet',
          description: 'Offer rotations that a facility has agreed to, and let students rank them.',
          action: create,
        }}
      >
        {(rows) => {
          const shown = rows.filter((row) => !scope.id || row.semester_id === scope.id)
          if (shown.length > 0) return shown.map((row) => <Row key={row.id} row={row} />)
          return (
            <EmptyState
              title={`No wishlists in ${scope.semester?.name ?? 'this semester'}`}
              description="Other semesters have some."
              action={
                <Button variant="default" onClick={() => scope.choose('all', true)}>
                  All semesters
                </Button>
              }
            />
          )
        }}
      </Page>
      <WishlistDrawer
        opened={creating}
        semesterId={scope.id || undefined}
        onClose={() => setCreating(false)}
      />
    </>
  )
}

function Row({ row }: { row: WishlistRow }): ReactNode {
  return (
    <PageSection
      title={row.name}
      description={`${row.semester_name} · ${datesOf(row)}`}
      actions={<WishlistBadge phase={row.phase} />}
    >
      <p>
        {howMany(row.option_count, rankedWords[row.kind].one, rankedWords[row.kind].many)}.{' '}
        {`${row.complete_count} of ${howMany(row.student_count, 'student')} chose enough, ${row.student_count - row.started_count} did not start.`}
      </p>
      <LinkButton href={`/school/wishlists?id=${row.id}`} variant="default">
        Open {row.name}
      </LinkButton>
    </PageSection>
  )
}
