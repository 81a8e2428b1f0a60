import type { ReactNode } from 'react'
import { Faq } from './Faq.tsx'
import { schools } from './faq-schools.ts'

const audiences = [schools] as const

/** Questions of schools. */
export function FaqSchoolAdminsScreen(): ReactNode {
  return (
    <Faq
      title="Questions of schools"
      description="Copying terms, importing students, approvals, roles, the trail of changes and prices: what nursing schools ask about Placewell."
      lead="For coordinators, deans and everyone who runs a semester."
      audiences={audiences}
    />
  )
}
