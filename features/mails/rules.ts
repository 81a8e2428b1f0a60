import { type ClockTime, instantOf } from '#core/clock-time.ts'
import { addDays, todayIn } from '#core/plain-date.ts'
import { isUrgent } from '#features/notifications/rules.ts'

/** A piece of text, or a link. */
export type Inline = { text: string; href?: string }

const MAX_ATTEMPTS = 10
/** A final refusal is retried in case the server is misconfigured, but only a few times. */
const MAX_REFUSALS = 3
const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 3_600_000

/**
 * Milliseconds until a failed mail is retried, or null to give up: 15 s, doubling up to an hour, with a quarter of jitter, ten attempts;
 * only three if the server's refusal was final (an SMTP code from 500).
 */
export function retryDelay(
  attempt: number,
  isFinal: boolean,
  random: () => number = Math.random,
): number | null {
  if (attempt >= (isFinal ? MAX_REFUSALS : MAX_ATTEMPTS)) return null
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS)
  return Math.round(wait * (0.75 + random() / 2))
}

/** Removes tokens of sign-in links from mails kept on record. */
export const withoutTokens = (text: string): string =>
  text.replace(/\b((?:token|code)=)[^&"'<>\s]+/g, '$1[cut]')

/** Where this role finds an invitation of someone as `invited`; the superadmin's page has those of every school and facility. */
export function pageOfInvitations(reader: string, invited: string): string {
  const isOfFacility = invited === 'facility_admin'
  if (reader === 'superadmin') return `/admin/users?view=invitations${isOfFacility ? '&within=facility' : ''}`
  return `${isOfFacility ? '/facility/users' : '/school/students'}?view=invitations`
}

/** When a person wants copies of notifications: in a daily digest or immediately, and the quiet hours, in their time zone. */
export type Delivery = {
  digest_at: ClockTime | null
  quiet_from: ClockTime | null
  quiet_until: ClockTime | null
  time_zone: string
}

/** How often a copy looks whether the job that adds to its notification has ended, and for how long it waits for that. */
const GROWING_LOOK_MS = 10_000
const GROWING_MAX_MS = 15 * 60_000

/**
 * Until when a notification's copy is held back; null to send it now. While a job still adds to the notification, the copy waits, at most
 * 15 minutes, to name all of it. Otherwise as its reader chose: with a daily digest until the next digest after it was written, else until
 * the end of the quiet hours; urgent events are not held back for that.
 */
export function heldUntil(
  mail: { event: string; createdAt: number; isGrowing?: boolean },
  delivery: Delivery | null,
  now: number,
): number | null {
  if (mail.isGrowing && now < mail.createdAt + GROWING_MAX_MS) return now + GROWING_LOOK_MS
  if (!delivery || isUrgent(mail.event)) return null
  const { digest_at: digestAt, time_zone: zone } = delivery
  if (!digestAt) return endOfQuiet(delivery, now)
  const today = todayIn(zone, mail.createdAt)
  const digest = [today, addDays(today, 1)]
    .map((day) => Date.parse(instantOf(day, digestAt, zone)))
    .find((at) => at > mail.createdAt)!
  return digest > now ? digest : null
}

function endOfQuiet(
  { quiet_from: from, quiet_until: until, time_zone: zone }: Delivery,
  now: number,
): number | null {
  if (!from || !until) return null
  const today = todayIn(zone, now)
  for (const day of [addDays(today, -1), today]) {
    const end = Date.parse(instantOf(from < until ? day : addDays(day, 1), until, zone))
    if (Date.parse(instantOf(day, from, zone)) <= now && now < end) return end
  }
  return null
}

/** Elements whose content is not shown as text. */
const UNREAD = [
  'script',
  'style',
  'head',
  'title',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'noscript',
  'textarea',
  'select',
]
const BLOCK =
  /^(p|div|br|hr|h[1-6]|ul|ol|li|dl|dt|dd|table|tr|blockquote|pre|section|article|header|footer|main|body|html)$/

/**
 * Reduces HTML to paragraphs of text and links: everything else is dropped or becomes text. Links must be http, https or mailto; other
 * addresses keep only their text. The result has no HTML.
 */
export function plainParagraphs(html: string): Inline[][] {
  const paragraphs: Inline[][] = []
  let paragraph: Inline[] = []
  let href: string | undefined
  const add = (text: string) => {
    const words = text.replace(/\s+/g, ' ')
    if (words === '' || (words === ' ' && paragraph.length === 0)) return
    const last = paragraph.at(-1)
    if (last && last.href === href) last.text += words
    else paragraph.push(href === undefined ? { text: words } : { text: words, href })
  }
  const endParagraph = () => {
    const tidy = trimmed(paragraph)
    if (tidy.length > 0) paragraphs.push(tidy)
    paragraph = []
  }

  for (let at = 0; at < html.length;) {
    if (html[at] !== '<') {
      const next = html.indexOf('<', at)
      const end = next < 0 ? html.length : next
      add(decoded(html.slice(at, end)))
      at = end
      continue
    }
    if (html.startsWith('<!', at) || html.startsWith('<?', at)) {
      const close = html.startsWith('<!--', at) ? '-->' : '>'
      const end = html.indexOf(close, at + 2)
      at = end < 0 ? html.length : end + close.length
      continue
    }
    const tag = /^<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'"<>])*)>/i.exec(html.slice(at, at + 4_000))
    if (!tag) {
      add('<')
      at += 1
      continue
    }
    const [whole, slash, rawName = '', attributes = ''] = tag
    const name = rawName.toLowerCase()
    at += whole.length
    if (!slash && UNREAD.includes(name)) {
      const end = html.slice(at).search(new RegExp(`</${name}`, 'i'))
      at = end < 0 ? html.length : at + end
    } else if (name === 'a') href = slash ? undefined : safeHref(attributes)
    else if (BLOCK.test(name)) endParagraph()
  }
  endParagraph()
  return paragraphs
}

function safeHref(attributes: string): string | undefined {
  const [, double, single, bare] =
    /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? []
  const address = decoded(double ?? single ?? bare ?? '').trim()
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}

function trimmed(paragraph: Inline[]): Inline[] {
  const [first] = paragraph
  const last = paragraph.at(-1)
  if (first) first.text = first.text.trimStart()
  if (last) last.text = last.text.trimEnd()
  return paragraph.filter(({ text }) => text !== '')
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0x1f && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : ' '
  })
}

/** Splits a text into text and links for its http and https addresses, as mail programs do. */
export function linked(text: string): Inline[] {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
    .filter((part) => part !== '')
    .map((part) =>
      /^https?:\/\//.test(part) && URL.canParse(part) ? { text: part, href: part } : { text: part },
    )
}
