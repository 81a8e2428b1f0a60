import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { EvaluationView } from './EvaluationView.tsx'
import { evaluations } from './queries.ts'

/** One evaluation by id, as the reader may see it. */
export function OneEvaluation({ id }: { id: string }): ReactNode {
  const query = useQuery({ ...evaluations.get.queryOptions({ input: { id } }), staleTime: 0 })
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="cards" count={2} />}
      failedTitle="This evaluation couldn’t be loaded"
    >
      {(evaluation) => <EvaluationView key={evaluation.id} evaluation={evaluation} />}
    </Loaded>
  )
}
