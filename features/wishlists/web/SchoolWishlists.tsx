import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { WishlistRow } from '../contract.ts'
import { type MatchSlot, OneWishlist } from './OneWishlist.tsx'
import { wishlists } from './queries.ts'
import { WishlistBadge } from './WishlistBadge.tsx'
import { datesOf } from './wishlist-words.ts'

const CreateWishlistDrawer = lazyDialog(
  () => import('./CreateWishlistDrawer.tsx').then((m) => m.CreateWishlistDrawer),
  { opened: false },
)

/** A school's wishlists, and one of them where the address names it (Spec §1). */
export function SchoolWishlists({ MatchView }: { MatchView: MatchSlot }): ReactNode {
  const { id } = useSearch({ strict: false }) as { id?: string }
  return id ? <OneWishlist id={id} MatchView={MatchView} /> : <AllWishlists />
}

function AllWishlists(): ReactNode {
  const query = useQuery(wishlists.list.queryOptions())
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
        description="Ask the students of cohorts which rotations they would like."
        actions={create}
        query={query}
        failedTitle="The wishlists could not be loaded"
        skeleton={<Skeletons shape="cards" count={2} />}
        empty={{
          title: 'No wishlists yet',
          description: 'Offer rotations that a facility has agreed to, and let students rank them.',
          action: create,
        }}
      >
        {(rows) => rows.map((row) => <Row key={row.id} row={row} />)}
      </Page>
      <CreateWishlistDrawer opened={creating} onClose={() => setCreating(false)} />
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
        {row.option_count} rotations. {row.complete_count} of {row.student_count} students have chosen enough,{' '}
        {row.student_count - row.started_count} have not started.
      </p>
      <LinkButton href={`/school/wishlists?id=${row.id}`} variant="default">
        Open {row.name}
      </LinkButton>
    </PageSection>
  )
}
