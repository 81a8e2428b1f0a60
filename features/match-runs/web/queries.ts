import { useMutation } from '@tanstack/react-query'
import { featureApi, keysOf } from '#platform/web/api.ts'
import type { matchRunsContract } from '../contract.ts'

export const matchRuns = featureApi<typeof matchRunsContract>('matchRuns')

const touches = keysOf('matchRuns')
/** The queries to refetch when a run ends: publishing gives seats and nominates for capstones. */
export const touchedByRuns = keysOf(
  'matchRuns',
  'wishlists',
  'shifts',
  'assignments',
  'capstone',
  'students',
  'dashboards',
)

export const useStartRun = () =>
  useMutation({
    ...matchRuns.start.mutationOptions(),
    meta: { failed: 'The run was not started', touches },
  })
export const useDiscard = () =>
  useMutation({
    ...matchRuns.discard.mutationOptions(),
    meta: { done: 'Run set aside', failed: 'The run was not set aside', touches },
  })
export const useAssign = () =>
  useMutation({
    ...matchRuns.assign.mutationOptions(),
    meta: { quiet: true, done: 'Student placed', touches },
  })
export const useUndo = () =>
  useMutation({
    ...matchRuns.undo.mutationOptions(),
    meta: { done: 'Edit undone', failed: 'The edit was not undone', touches },
  })
export const useSaveWeights = () =>
  useMutation({
    ...matchRuns.saveWeights.mutationOptions(),
    meta: { quiet: true, done: 'Weights saved', touches },
  })
export const usePublish = () =>
  useMutation({
    ...matchRuns.publish.mutationOptions(),
    meta: { failed: 'The results were not published', touches: touchedByRuns },
  })
export const useRaiseConcern = () =>
  useMutation({
    ...matchRuns.raiseConcern.mutationOptions(),
    meta: { quiet: true, done: 'Your school has your concern', touches },
  })
export const useAnswerConcern = () =>
  useMutation({
    ...matchRuns.answerConcern.mutationOptions(),
    meta: { quiet: true, done: 'Answer sent', touches },
  })
