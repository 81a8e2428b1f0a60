import type { ReactNode } from 'react'
import { Faq } from './Faq.tsx'
import { general } from './faq-general.ts'
import { instructors } from './faq-instructors.ts'
import { schools } from './faq-schools.ts'
import { students } from './faq-students.ts'

const audiences = [general, students, schools, instructors] as const

/** Questions of anyone; its search covers all pages of questions. */
export function FaqScreen(): ReactNode {
  return (
    <Faq
      title="Questions and answers"
      description="What Placewell is, who may join, what it costs, who sees what, and what to do when an email doesn’t arrive."
      lead="What people ask before they decide, and in their first week."
      audiences={audiences}
    />
  )
}
