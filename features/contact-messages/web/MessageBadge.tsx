import type { ReactNode } from 'react'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { StateName } from '#ui/states.ts'
import type { MessageState, ReceivedMessage } from '../contract.ts'
import { stateLabels, stateOf } from '../rules.ts'

const looks: Record<MessageState, StateName> = {
  unread: 'submitted',
  open: 'in_review',
  answered: 'completed',
}

/** The status of a message, in the design system's colors. */
export function MessageBadge({ message }: { message: ReceivedMessage }): ReactNode {
  const state = stateOf(message)
  return <StateBadge state={looks[state]} label={stateLabels[state]} />
}
