import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from '#features/accounts/web/public.ts'
import type { contactMessagesContract } from '#features/contact-messages/contract.ts'
import { featureClient, lastRequestId, messageOf, requestIdOf } from '#platform/web/api.ts'
import { question } from '#platform/web/kit/question.ts'
import { toast } from '#ui/toast.ts'

const messages = featureClient<typeof contactMessagesContract>('contactMessages')

/**
 * "Report This Error" (Spec §8): asks what the person was doing and sends it, with the page, the error and the request id in the log, to
 * the messages that the superadmin answers. Someone who is not signed in goes to the contact page instead.
 */
export async function reportError(error: Error, client: QueryClient): Promise<void> {
  const me = client.getQueryData(meQuery.queryKey)
  if (!me) return window.location.assign('/contact')
  const { pathname } = window.location
  const answered = await question({
    title: 'Report this error',
    body: 'We get your name, your email, this page and the error, and reply by email.',
    confirmLabel: 'Send report',
    reason: { label: 'What were you doing?' },
  })
  if (!answered) return undefined
  try {
    await messages.send({
      id: crypto.randomUUID(),
      name: me.full_name ?? me.email,
      email: me.email,
      organization: me.school_name ?? '',
      topic: 'other',
      message: reportText({ doing: answered.reason, pathname, error, at: new Date().toISOString() }),
      website: '',
      ...answered.tick,
    })
    toast.success('Report sent', 'Thank you. We’ll reply by email.')
  } catch (failure) {
    toast.error('The report was not sent', messageOf(failure))
  }
  return undefined
}

type Report = { doing: string | undefined; pathname: string; error: Error; at: string }

/** The report's text for support; a long error is cut to fit a message. */
export function reportText({ doing, pathname, error, at }: Report): string {
  return [
    'Error report',
    `Doing: ${doing?.trim() || 'not said'}`,
    `Page: ${pathname}`,
    `Error: ${error.name}: ${error.message.slice(0, 500)}`,
    `Request: ${requestIdOf(error) ?? lastRequestId() ?? 'none'}`,
    `At: ${at}`,
  ].join('\n')
}
