import { Button, Group, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { whenWords } from '#features/shifts/web/public.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { MySeat, Swap } from '../contract.ts'
import { isSwapOpen, partsOf, swapLabels } from '../rules.ts'
import { ShownOf } from './ShownOf.tsx'
import { useAnswerSwap } from './mutations.ts'
import { swapsQuery } from './queries.ts'
import type { SearchChange, StudentSearch } from './student-search.ts'

const SwapDialog = lazyDialog(() => import('./SwapDialog.tsx').then((file) => file.SwapDialog), {
  opened: false,
})

const looks: Record<Swap['status'], string> = {
  proposed: 'pending',
  accepted: 'in_review',
  done: 'completed',
  declined: 'declined',
  withdrawn: 'withdrawn',
  refused: 'declined',
  lapsed: 'expired',
}

type SwapsViewProps = {
  seats: readonly MySeat[]
  now: string
  search: StudentSearch
  onSearch: (change: SearchChange) => void
}

/** Swaps with classmates: proposed to the student, proposed by the student, and how each ended. */
export function SwapsView({ seats, now, search, onSearch }: SwapsViewProps): ReactNode {
  const query = useQuery(swapsQuery)
  const mine = partsOf(seats, now).upcoming.filter(({ status }) => status === 'assigned')
  const propose = (
    <Button
      leftSection={<IconArrowsExchange size={18} aria-hidden />}
      disabled={mine.length === 0}
      onClick={() => onSearch({ offer: mine[0]!.id })}
    >
      Propose a swap
    </Button>
  )
  return (
    <>
      <Group gap="sm">
        {propose}
        {mine.length === 0 && (
          <Text size="sm" c="dimmed">
            You have no upcoming shift that can be swapped.
          </Text>
        )}
      </Group>
      <Loaded
        query={query}
        skeleton={<Skeletons shape="cards" count={2} />}
        failedTitle="Swaps couldn’t be loaded"
        empty={{
          icon: IconArrowsExchange,
          title: 'No swaps yet',
          description: 'Offer a seat to a classmate of your cohort, or swap it for one of theirs.',
        }}
      >
        {({ rows, total }) => (
          <>
            {rows.map((swap) => (
              <SwapSection key={swap.id} swap={swap} />
            ))}
            <ShownOf shown={rows.length} total={total} what="swaps" />
          </>
        )}
      </Loaded>
      <SwapDialog
        opened={mine.some(({ id }) => id === search.offer)}
        seats={mine}
        seatId={search.offer}
        onSeat={(offer) => onSearch({ offer })}
        onClose={() => onSearch({ offer: undefined })}
      />
    </>
  )
}

function SwapSection({ swap }: { swap: Swap }): ReactNode {
  const me = useMe()
  const answer = useAnswerSwap()
  const isMine = swap.from_student_id === me.id
  const hasAgreed = !isMine && swap.status === 'accepted'
  const isOpen = isSwapOpen(swap)
  const shiftLine = (one: Swap['given']) => (
    <Link href={`/shift/${one.shift_id}`}>{`${whenWords(one)}, ${one.unit}`}</Link>
  )
  const [refuse, dialog] = useAction({
    label: isMine || hasAgreed ? 'Withdraw' : 'Decline swap',
    danger: !isMine,
    ask: () =>
      isMine
        ? { title: 'Withdraw this swap?', body: 'Your seat stays yours.' }
        : hasAgreed
          ? {
              title: 'Withdraw your agreement?',
              body: 'Both of you keep your seats.',
              reason: { label: 'Reason (your classmate reads it)' },
            }
          : { title: 'Decline the swap?', reason: { label: 'Reason (your classmate reads it)' } },
    run: (_, { reason, tick }) =>
      answer.mutateAsync({ id: swap.id, accept: false, reason: reason || null, ...tick }),
    tellsFailure: true,
  })
  const them = isMine ? swap.to_name : swap.from_name
  return (
    <PageSection
      title={isMine ? `With ${them}` : `${them} ${swap.returned ? 'proposes a swap' : 'offers you a seat'}`}
      {...(swap.note && { description: swap.note })}
      actions={
        <StateBadge
          state={looks[swap.status]}
          label={swap.status === 'proposed' && isMine ? `Waiting for ${them}` : swapLabels[swap.status]}
        />
      }
    >
      <KeyValue
        items={[
          { label: isMine ? 'You give' : 'You get', value: shiftLine(swap.given) },
          {
            label: isMine ? 'You get' : 'You give',
            value: swap.returned ? shiftLine(swap.returned) : 'Nothing in return',
          },
          ...(swap.reason ? [{ label: 'Answer', value: swap.reason }] : []),
        ]}
      />
      {hasAgreed && (
        <Text size="sm" mt="sm">
          You agreed. Your coordinator decides; until then each keeps their seat.
        </Text>
      )}
      {isOpen && (
        <Group gap="sm" mt="md">
          {!isMine && !hasAgreed && (
            <Button
              loading={answer.isPending}
              onClick={() => answer.mutate({ id: swap.id, accept: true, reason: null })}
            >
              Agree
            </Button>
          )}
          <Button variant="default" disabled={answer.isPending} onClick={() => refuse({})}>
            {isMine || hasAgreed ? 'Withdraw' : 'Decline'}
          </Button>
        </Group>
      )}
      {dialog}
    </PageSection>
  )
}
