import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import type { contactMessagesContract } from '../contract.ts'

export const contactMessages = featureApi<typeof contactMessagesContract>('contactMessages')

const touches = [contactMessages.list.key(), contactMessages.get.key()]

/** Reading is what one does: it is not announced, and not complained about. */
export function useMarkRead() {
  return useMutation({
    ...contactMessages.markRead.mutationOptions(),
    meta: { quiet: true, touches },
  })
}

/** Says that a message was answered, or not after all; the first can be taken back from the message itself. */
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

/** The same where an action tells how it went. */
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
