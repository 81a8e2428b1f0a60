import type { PlainDate } from './plain-date.ts'

/** What the people of a school are to know of what it pays for: a payment is late, or the school is read-only (Domain 2.19). */
export type SchoolStanding = {
  kind: 'late' | 'read_only'
  /** As the payment provider calls it; null for people who see nothing of billing. */
  status: string | null
  /** Until then, at the school, everything works although a payment is late. */
  until: PlainDate | null
  /** Who looks after billing; null for people who see nothing of it, and where it is no one. */
  owner: string | null
  is_owner: boolean
}

/** The same in words, for the banner of every page: it comes with who is signed in, so that pages load no words for rare days. */
export type SchoolNotice = {
  title: string
  text: string
  /** Left out on a phone. */
  more: string | null
  /** What leads to billing, for those who see it. */
  link: string | null
}
