import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whose mails about which event. */
export type Unsubscribing = { userId: string; event: string }

const signature = (key: string, { userId, event }: Unsubscribing): string =>
  createHmac('sha256', key).update(`unsubscribe ${userId} ${event}`).digest('base64url')

/** The link in a mail that ends mails about its event: good for this person and this event alone, and for nothing else. */
export function unsubscribeUrl(appUrl: string, key: string, { userId, event }: Unsubscribing): string {
  const words = new URLSearchParams({
    person: userId,
    event,
    signature: signature(key, { userId, event }),
  })
  return `${appUrl}/unsubscribe?${words}`
}

/** Events that emails of before name otherwise. */
const EARLIER = new Map([['place_offered', 'slot_offered']])

/** What a link's words ask for; null where they were not written by this product. */
export function readUnsubscribe(key: string, words: Readonly<Record<string, unknown>>): Unsubscribing | null {
  const { person: userId, event, signature: given } = words
  if (typeof userId !== 'string' || typeof event !== 'string' || typeof given !== 'string') return null
  const [expected, actual] = [Buffer.from(signature(key, { userId, event })), Buffer.from(given)]
  const isOurs = expected.length === actual.length && timingSafeEqual(expected, actual)
  return isOurs ? { userId, event: EARLIER.get(event) ?? event } : null
}
