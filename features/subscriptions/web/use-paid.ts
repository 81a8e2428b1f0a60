import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { subscriptions, touches } from './queries.ts'

/** In ms: how often the page checks for the payment, when it asks the provider, and when it says that the payment is late. */
const EVERY = 2_000
const ASK_AFTER = 6_000
const GIVE_UP_AFTER = 30_000

/** Follows a payment that was just made: waiting until the provider has reported it, or late. */
export function usePaid(isReturning: boolean) {
  const [waited, setWaited] = useState(0)
  const refresh = useMutation({ ...subscriptions.refresh.mutationOptions(), meta: { quiet: true, touches } })
  const query = useQuery({
    ...subscriptions.get.queryOptions(),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) =>
      isReturning && !data?.is_online && waited < GIVE_UP_AFTER ? EVERY : false,
  })
  const isWaiting = isReturning && query.data !== undefined && !query.data.is_online
  const { mutate: ask } = refresh
  useEffect(() => {
    if (!isWaiting || waited >= GIVE_UP_AFTER) return
    const timer = setTimeout(() => {
      setWaited(waited + EVERY)
      if (waited + EVERY === ASK_AFTER) ask(undefined)
    }, EVERY)
    return () => clearTimeout(timer)
  }, [isWaiting, waited, ask])
  const payment = !isReturning
    ? 'none'
    : !isWaiting
      ? 'arrived'
      : waited >= GIVE_UP_AFTER
        ? 'late'
        : 'waiting'
  return { query, refresh, payment } as const
}
