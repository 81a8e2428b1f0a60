import type { AccessRole } from '#core/access.ts'

/**
 * A question as people ask it; `id` is its anchor on the page and stays when the text changes. `pages` are where someone does what the
 * answer says, `later` the addresses of what it says is not available yet: app/public-claims.test.ts compares both with the product.
 */
export type Question = {
  id: string
  question: string
  answer: readonly string[]
  pages?: Readonly<Record<string, AccessRole>>
  later?: readonly string[]
}

/** A page of questions for one audience. */
export type Audience = {
  href: '/faq' | '/faq/students' | '/faq/school-admins' | '/faq/instructors'
  label: string
  questions: readonly Question[]
}
