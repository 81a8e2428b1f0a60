import type { ReactNode } from 'react'
import { TargetBar } from '#ui/TargetBar.tsx'
import type { StudentSummary } from '../contract.ts'
import { creditedWords } from '../rules.ts'

type Hours = NonNullable<StudentSummary['hours']>

/** Credited of required hours, in words and as a bar. */
export const StudentHours = ({ hours }: { hours: Hours }): ReactNode => (
  <TargetBar done={hours.credited} projected={hours.projected} target={hours.required}>
    {creditedWords(hours)}
  </TargetBar>
)
