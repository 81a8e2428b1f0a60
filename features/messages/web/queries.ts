import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { Audience, MessageStatus, messagesContract } from '../contract.ts'

export const messages = featureApi<typeof messagesContract>('messages')

/** The count and the name of the chosen recipients. */
export const useReach = (audience: Audience | null) =>
  useQuery(
    messages.reach.queryOptions({
      input: audience ? { audience } : skipToken,
      staleTime: 10_000,
      placeholderData: keepPreviousData,
    }),
  )

/** What is said about recipients that are chosen, but not counted. */
export const reachUnknown = ({ isError }: { isError: boolean }): string =>
  isError ? 'The recipients couldn’t be counted.' : 'Counting recipients…'

const touches = [messages.key()]

/** Sends a message, or schedules it; the form shows refusals. */
export function useSendMessage(isScheduled: boolean) {
  return useMutation({
    ...messages.send.mutationOptions(),
    meta: { done: isScheduled ? 'Message scheduled' : 'Message sent', quiet: true, touches },
  })
}

/** Changes a scheduled message; the form shows refusals. */
export function useChangeMessage() {
  return useMutation({
    ...messages.change.mutationOptions(),
    meta: { done: 'Message changed', quiet: true, touches },
  })
}

export function useCancelMessage() {
  return useMutation({ ...messages.cancel.mutationOptions(), meta: { quiet: true, touches } })
}

export function useRemindReaders() {
  return useMutation({ ...messages.remind.mutationOptions(), meta: { quiet: true, touches } })
}

/** The refetch interval (ms) while a message is on its way, because the sender is watching. */
export const refetchWhileSending = (rows: readonly { status: MessageStatus }[] | undefined): number | false =>
  rows?.some(({ status }) => status === 'on_its_way') ? 2_000 : false
