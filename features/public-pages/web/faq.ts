/** A question as somebody asks it; `id` is its address on the page and stays when the words change. */
export type Question = { id: string; question: string; answer: readonly string[] }

/** A page of questions, by the people who ask them. */
export type Audience = {
  href: '/faq' | '/faq/students' | '/faq/school-admins' | '/faq/instructors'
  label: string
  questions: readonly Question[]
}
