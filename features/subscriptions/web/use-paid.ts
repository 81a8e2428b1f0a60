import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { returnFromPaying } from '../rules.ts'
import { subscriptions, touches } from './queries.ts'

/** In ms: how often the page checks for the payment, when it asks the provider, and when it says that the payment is late. */
const EVERY = 2_000
const ASK_AFTER = 6_000
const GIVE_UP_AFTER = 30_000

const fresh = { staleTime: 0, refetchOnMount: 'always' } as const

/**
 * Follows a payment whose page was opened at `since` (null: none was): waiting until the provider has reported it, or late. Opened again
 * long afterwards, it finds out what became of it.
 */
export function usePaid(since: number | null) {
  const [now] = useState(Date.now)
  const [waited, setWaited] = useState(0)
  const isReturning = since !== null
  const refresh = useMutation({ ...subscriptions.refresh.mutationOptions(), meta: { quiet: true, touches } })
  const query = useQuery({
    ...subscriptions.get.queryOptions(),
    ...fresh,
    refetchInterval: ({ state: { data } }) =>
      isReturning && !data?.is_online && waited < GIVE_UP_AFTER ? EVERY : false,
  })
  const history = useQuery({ ...subscriptions.history.queryOptions(), ...fresh, enabled: isReturning })
  const events = history.data ?? (history.isError ? [] : undefined)
  const step =
    isReturning && query.data && events
      ? returnFromPaying({ isOnline: query.data.is_online, events, since, now })
      : null
  const isPending = step?.kind === 'pending'
  const isOver = step?.kind === 'over'
  const { mutate: ask } = refresh
  useEffect(() => {
    if (isOver) ask(undefined)
  }, [isOver, ask])
  useEffect(() => {
    if (!isPending || waited >= GIVE_UP_AFTER) return
    const timer = setTimeout(() => {
      setWaited(waited + EVERY)
      if (waited + EVERY === ASK_AFTER) ask(undefined)
    }, EVERY)
    return () => clearTimeout(timer)
  }, [isPending, waited, ask])
  const isLate = isOver ? refresh.isError : waited >= GIVE_UP_AFTER
  const payment =
    step === null
      ? 'none'
      : step.kind === 'arrived' || step.kind === 'earlier'
        ? step.kind
        : isLate
          ? 'late'
          : isOver && refresh.isSuccess
            ? 'over'
            : 'waiting'
  return { query, refresh, payment, paidOn: step?.kind === 'earlier' ? step.on : null } as const
}
