import { createHmac, timingSafeEqual } from 'node:crypto'

/** A person and the event they want no emails about. */
export type Unsubscribing = { userId: string; event: string }

const signature = (key: string, { userId, event }: Unsubscribing): string =>
  createHmac('sha256', key).update(`unsubscribe ${userId} ${event}`).digest('base64url')

/** The link in an email that stops emails about its event: valid only for this person and this event. */
export function unsubscribeUrl(appUrl: string, key: string, { userId, event }: Unsubscribing): string {
  const words = new URLSearchParams({
    person: userId,
    event,
    signature: signature(key, { userId, event }),
  })
  return `${appUrl}/unsubscribe?${words}`
}

/** Earlier names of events in emails already sent. */
const EARLIER = new Map([['place_offered', 'slot_offered']])

/** The person and event of a link; null if this product did not sign it. */
export function readUnsubscribe(key: string, words: Readonly<Record<string, unknown>>): Unsubscribing | null {
  const { person: userId, event, signature: given } = words
  if (typeof userId !== 'string' || typeof event !== 'string' || typeof given !== 'string') return null
  const [expected, actual] = [Buffer.from(signature(key, { userId, event })), Buffer.from(given)]
  const isOurs = expected.length === actual.length && timingSafeEqual(expected, actual)
  return isOurs ? { userId, event: EARLIER.get(event) ?? event } : null
}
