import { type ActionsKit, useActions } from '#platform/web/kit/use-actions.tsx'
import type { Message } from '../contract.ts'
import { changeBlocker, remindBlocker } from '../rules.ts'
import { useCancelMessage, useRemindReaders } from './queries.ts'
import { whyNot } from './words.ts'

type Options = {
  /** The current time for the rules (ms). */
  openedAt: number
  onChange: () => void
}

/** Changes, cancels or repeats a message; each uses the same rule as the server. */
export function useMessageActions(message: Message, { openedAt, onChange }: Options): ActionsKit<Message> {
  const cancel = useCancelMessage()
  const remind = useRemindReaders()
  const unread = message.recipients - message.have_read
  const who = `the ${unread} who ${unread === 1 ? 'has' : 'have'} not read it`
  return useActions<Message>(
    [
      {
        id: 'change',
        label: 'Change',
        isOffered: ({ status }) => status === 'scheduled',
        blocker: (row) => whyNot(changeBlocker(row)),
        open: onChange,
      },
      {
        id: 'cancel',
        label: 'Cancel message',
        danger: true,
        isOffered: ({ status }) => status === 'scheduled',
        ask: () => ({
          title: `Cancel “${message.title}”?`,
          body: 'No one receives it. It stays in the list as canceled.',
        }),
        run: ({ id }) => cancel.mutateAsync({ id }),
        done: () => 'Message canceled',
      },
      {
        id: 'remind',
        label: `Remind ${who}`,
        isOffered: ({ status }) => status === 'sent' && unread > 0,
        blocker: (row) => whyNot(remindBlocker(row, openedAt)),
        ask: () => ({
          title: `Remind ${who}?`,
          body: 'They get the message once more, as a reminder. You can remind them again after 24 hours.',
          confirmLabel: `Remind ${unread}`,
        }),
        run: ({ id }) => remind.mutateAsync({ id, reminder_id: crypto.randomUUID() }),
        done: () => 'Reminder sent',
      },
    ],
    { nameOf: ({ title }) => title },
  )
}
