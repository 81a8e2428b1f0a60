import { formatInstant, ownZone } from '#core/plain-date.ts'
import { type RefusalIn, wordsOf } from '#core/refusal.ts'
import type { Message, MessageStatus } from '../contract.ts'
import { failureWords, messageRefusals } from '../messages.ts'

/** What a zone calls its clock all year: "Central Time". */
export function zoneName(timeZone: string): string {
  return (
    new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
      .formatToParts(new Date())
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  )
}

/** When a message goes or went, by the clock it goes by; with its zone for a reader whose clock differs. */
export function atWords({ at, time_zone: zone }: Pick<Message, 'at' | 'time_zone'>): string {
  const words = formatInstant(at, zone, 'weekday')
  return words === formatInstant(at, ownZone(), 'weekday') ? words : `${words} ${zoneName(zone)}`
}

export const statusWords: Record<MessageStatus, string> = {
  scheduled: 'Scheduled',
  on_its_way: 'On its way',
  sent: 'Sent',
  canceled: 'Canceled',
  not_sent: 'Not sent',
}

/** What became of a message, in a sentence; nothing where it was sent. */
export function outcomeWords(message: Message): string | null {
  if (message.status === 'scheduled') return 'Recipients are decided when it is sent.'
  if (message.status === 'canceled') return 'It was canceled before its time came. No one received it.'
  return message.failure && `${failureWords[message.failure]} No one received it.`
}

/** Why something cannot be done now, in words; null where it can. */
export const whyNot = (blocker: RefusalIn<typeof messageRefusals> | null): string | null =>
  blocker && wordsOf(messageRefusals, blocker)
