import type { AccessRole } from '#core/access.ts'

/**
 * A question as people ask it; `id` is its address on the page and stays when the words change. `pages` are where someone does what
 * the answer says, `later` the addresses of what it says is not there yet: app/public-claims.test.ts holds both to the product.
 */
export type Question = {
  id: string
  question: string
  answer: readonly string[]
  pages?: Readonly<Record<string, AccessRole>>
  later?: readonly string[]
}

/** A page of questions, by the people who ask them. */
export type Audience = {
  href: '/faq' | '/faq/students' | '/faq/school-admins' | '/faq/instructors'
  label: string
  questions: readonly Question[]
}
