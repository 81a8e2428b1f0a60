import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { OwnWishlist } from '../contract.ts'
import { wishlists } from './queries.ts'
import { WishlistBadge } from './WishlistBadge.tsx'
import { datesOf, rankedWords } from './wishlist-words.ts'

/** A student's wishlists: what is open, and the progress of their choices (Spec §1). */
export function WishlistsScreen(): ReactNode {
  const query = useQuery(wishlists.mine.queryOptions())
  return (
    <Page
      title="Wishlists"
      description="Rank the rotations or preceptors you would like. Your school matches students and seats after a wishlist closes."
      query={query}
      failedTitle="Your wishlists couldn’t be loaded"
      skeleton={<Skeletons shape="cards" count={2} />}
      empty={{
        title: 'No wishlists yet',
        description:
          'When your school asks your cohort for its choices, the wishlist appears here and you get a notification.',
        action: (
          <LinkButton href="/student/shifts" variant="default">
            See your shifts
          </LinkButton>
        ),
      }}
    >
      {(rows) => rows.map((wishlist) => <OneWishlist key={wishlist.id} wishlist={wishlist} />)}
    </Page>
  )
}

function OneWishlist({ wishlist }: { wishlist: OwnWishlist }): ReactNode {
  const { id, kind, name, phase, choices, min_choices: least, semester_name: semester } = wishlist
  const count = choices.length
  return (
    <PageSection
      title={name}
      description={[semester, datesOf(wishlist)].filter((part) => part !== '').join(' · ')}
      actions={<WishlistBadge phase={phase} />}
    >
      <p>
        {count === 0
          ? `No choices yet. Rank ${least} or more.`
          : `${count} ${count === 1 ? 'choice' : 'choices'} saved${count < least ? `, at least ${least} needed` : ''}.`}
      </p>
      <LinkButton
        href={`/student/wishlist/${kind}?id=${id}`}
        variant={phase === 'open' ? 'filled' : 'default'}
      >
        {phase === 'open'
          ? count === 0
            ? `Rank ${rankedWords[kind].many}`
            : 'Change your choices'
          : 'See your choices'}
      </LinkButton>
    </PageSection>
  )
}
