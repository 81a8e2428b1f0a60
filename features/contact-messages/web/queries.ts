import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import type { contactMessagesContract } from '../contract.ts'

export const contactMessages = featureApi<typeof contactMessagesContract>('contactMessages')

const touches = [contactMessages.list.key(), contactMessages.get.key()]

/** Marking as read happens silently, without a success or error message. */
export function useMarkRead() {
  return useMutation({
    ...contactMessages.markRead.mutationOptions(),
    meta: { quiet: true, touches },
  })
}

/** Marks a message as answered, or not after all; the success message has an undo. */
export function useSetAnswered() {
  const takeBack = useMutation({
    ...contactMessages.setAnswered.mutationOptions(),
    meta: { failed: 'The message could not be marked', touches },
  })
  return useMutation({
    ...contactMessages.setAnswered.mutationOptions(),
    meta: { failed: 'The message could not be marked', touches },
    onSuccess: ({ id }, { answered }) =>
      answered
        ? toast.undo('Marked as answered', () => takeBack.mutate({ id, answered: false }))
        : toast.success('Marked as not answered'),
  })
}

/** The same for actions that report the result themselves. */
export function useMarkAnswered() {
  return useMutation({
    ...contactMessages.setAnswered.mutationOptions(),
    meta: { quiet: true, touches },
  })
}

export function useExportMessages() {
  return useMutation({
    ...contactMessages.exportCsv.mutationOptions(),
    meta: { failed: 'The list could not be exported' },
  })
}
