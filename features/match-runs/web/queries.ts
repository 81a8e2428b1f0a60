import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { wishlistsContract } from '#features/wishlists/contract.ts'
import type { matchRunsContract } from '../contract.ts'

export const matchRuns = featureApi<typeof matchRunsContract>('matchRuns')
const wishlists = featureApi<typeof wishlistsContract>('wishlists')

const touches = [matchRuns.key()]

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
    meta: { failed: 'The results were not published', touches: [...touches, wishlists.key()] },
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
/** The queries to refetch when a run ends. */
export const touchedByRuns = [...touches, wishlists.key()]
