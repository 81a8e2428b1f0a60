import { Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { Cohort } from '../contract.ts'
import { comingWords, fillOf } from '../rules.ts'

/** The size of a cohort against its target, as text and as a bar. */
export function CohortSize({
  cohort,
}: {
  cohort: Pick<Cohort, 'student_count' | 'size_target' | 'joining_count' | 'invited_count'>
}): ReactNode {
  const { words, share, isOver } = fillOf(cohort)
  const coming = comingWords(cohort)
  return (
    <div style={{ minWidth: 96 }}>
      <TwoLines isWhole first={isOver ? `${words}, over target` : words} second={coming} />
      {share !== null && (
        <Progress value={share * 100} color={isOver ? 'orange' : 'evergreen'} size="sm" mt={2} aria-hidden />
      )}
    </div>
  )
}
