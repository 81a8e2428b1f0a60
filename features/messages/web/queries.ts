import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { Audience, messagesContract } from '../contract.ts'

export const messages = featureApi<typeof messagesContract>('messages')

/** How many these recipients are, and what they are called; asked once they are chosen. */
export const useReach = (audience: Audience | null) =>
  useQuery(
    messages.reach.queryOptions({
      input: audience ? { audience } : skipToken,
      staleTime: 10_000,
      placeholderData: keepPreviousData,
    }),
  )

/** Sends a message; the form shows refusals. */
export function useSendMessage() {
  return useMutation({
    ...messages.send.mutationOptions(),
    meta: { done: 'Message sent', quiet: true, touches: [messages.key()] },
  })
}

/** How long until the list is read again (ms): while a message is on its way people watch. */
export const onItsWay = (rows: readonly { delivered_at: string | null }[] | undefined): number | false =>
  rows?.some(({ delivered_at: at }) => at === null) ? 2_000 : false
