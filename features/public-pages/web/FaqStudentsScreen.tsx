import type { ReactNode } from 'react'
import { Faq } from './Faq.tsx'
import { students } from './faq-students.ts'

const audiences = [students] as const

/** Questions of students. */
export function FaqStudentsScreen(): ReactNode {
  return (
    <Faq
      title="Questions of students"
      description="How nursing students join their school on Placewell, what it costs them (nothing), and who sees what about them."
      lead="From the first invitation to the profile, and what you never pay for."
      audiences={audiences}
    />
  )
}
