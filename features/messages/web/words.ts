import { formatInstant, ownZone } from '#core/plain-date.ts'
import { type RefusalIn, refusalMessage } from '#core/refusal.ts'
import { zoneName } from '#core/zone-name.ts'
import type { Message, MessageStatus } from '../contract.ts'
import { failureLabels, messageRefusals } from '../messages.ts'

/** When a message will be or was sent, in its time zone; names the zone if the reader's differs. */
export function atWords({ at, time_zone: zone }: Pick<Message, 'at' | 'time_zone'>): string {
  const words = formatInstant(at, zone, 'weekday')
  return words === formatInstant(at, ownZone(), 'weekday') ? words : `${words} ${zoneName(zone)}`
}

export const statusLabels: Record<MessageStatus, string> = {
  scheduled: 'Scheduled',
  on_its_way: 'On its way',
  sent: 'Sent',
  canceled: 'Canceled',
  not_sent: 'Not sent',
}

/** Says what happened to a message; null if it was sent. */
export function outcomeWords(message: Message): string | null {
  if (message.status === 'scheduled') return 'Recipients are decided when it is sent.'
  if (message.status === 'canceled') return 'It was canceled before it was sent. No one received it.'
  return message.failure && `${failureLabels[message.failure]} No one received it.`
}

/** The text of a blocker; null without one. */
export const whyNot = (blocker: RefusalIn<typeof messageRefusals> | null): string | null =>
  blocker && refusalMessage(messageRefusals, blocker)
