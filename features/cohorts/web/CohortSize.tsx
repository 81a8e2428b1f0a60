import { Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Cohort } from '../contract.ts'
import { comingWords, fillOf } from '../rules.ts'

/** How many are in a cohort against its target, in words and as a bar. */
export function CohortSize({
  cohort,
}: {
  cohort: Pick<Cohort, 'student_count' | 'size_target' | 'joining_count' | 'invited_count'>
}): ReactNode {
  const { words, share, isOver } = fillOf(cohort)
  const coming = comingWords(cohort)
  return (
    <div style={{ minWidth: 96 }}>
      <span style={{ whiteSpace: 'nowrap' }}>
        {words}
        {isOver && ', over target'}
        {coming && `, ${coming}`}
      </span>
      {share !== null && (
        <Progress value={share * 100} color={isOver ? 'orange' : 'evergreen'} size="sm" mt={2} aria-hidden />
      )}
    </div>
  )
}
