import type { ReactNode } from 'react'
import { Faq } from './Faq.tsx'
import { instructors } from './faq-instructors.ts'

const audiences = [instructors] as const

/** Questions of instructors and preceptors. */
export function FaqInstructorsScreen(): ReactNode {
  return (
    <Faq
      title="Questions of instructors"
      description="How clinical instructors and preceptors get an account on Placewell, and what they see there."
      lead="For clinical instructors, called proctors here, and for preceptors."
      audiences={audiences}
    />
  )
}
