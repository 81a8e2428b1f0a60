import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { semesterReportsContract } from '../contract.ts'

export const semesterReports = featureApi<typeof semesterReportsContract>('semesterReports')
const touches = [semesterReports.key()]

/** Starts a job on many reports; the dialog shows refusals. */
export const useRunReports = () =>
  useMutation({ ...semesterReports.run.mutationOptions(), meta: { quiet: true } })

/** Saves the instructor's part; the form shows refusals. */
export const useComment = () =>
  useMutation({
    ...semesterReports.comment.mutationOptions(),
    meta: { quiet: true, done: 'Comment sent to your school', touches },
  })

/** Saves the school's part; the form shows refusals. */
export const useReview = () =>
  useMutation({
    ...semesterReports.review.mutationOptions(),
    meta: { quiet: true, done: 'Review saved', touches },
  })

export const useStep = () =>
  useMutation({
    ...semesterReports.step.mutationOptions(),
    meta: { done: 'Report moved', failed: 'The report was not moved', touches },
  })

export const useAcknowledge = () =>
  useMutation({
    ...semesterReports.acknowledge.mutationOptions(),
    meta: { quiet: true, done: 'You confirmed that you read this report', touches },
  })
