import type { PlainDate } from './plain-date.ts'

/** What a school's people need to know about its payment: it is late, or the school is read-only (Domain 2.19). */
export type SchoolPaymentStatus = {
  kind: 'late' | 'read_only'
  /** In the payment provider's terms; null for people who cannot see billing. */
  status: string | null
  /** Until this day, in the school's time zone, everything works although a payment is late. */
  until: PlainDate | null
  /** Who manages billing; null for people who cannot see billing, and if no one does. */
  owner: string | null
  is_owner: boolean
}

/**
 * The same as text, for the banner of every page. It is sent with the signed-in account, so that pages load no texts that are rarely
 * needed.
 */
export type SchoolNotice = {
  title: string
  text: string
  /** Hidden on a phone. */
  more: string | null
  /** The link to where it is resolved, for those who can see billing. */
  link: { label: string; href: string } | null
}
