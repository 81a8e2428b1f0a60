import { useMutation, useQuery } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { Job, jobsContract } from '../contract.ts'
import { hasEnded } from '../rules.ts'

const jobs = featureApi<typeof jobsContract>('jobs')

/** The live stream says when a job has changed; as a fallback, the page polls every two seconds while one is running. */
const whileAtWork = (job: Pick<Job, 'status'> | undefined) => (job && hasEnded(job) ? false : 2_000)

/** One job with the reasons of its rows; polled until it has ended. */
export function useJob(id: string | undefined) {
  return useQuery({
    ...jobs.get.queryOptions({ input: { id: id ?? '' } }),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => whileAtWork(state.data),
  })
}

/** The newest jobs that the person may see. */
export function useJobs(enabled: boolean) {
  return useQuery({
    ...jobs.list.queryOptions({ input: {} }),
    enabled,
    staleTime: 0,
    // Polling begins only when the list has a running job.
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some((job) => !hasEnded(job)) ? 2_000 : false),
  })
}

/** The first hundred rows of a job that were not done. */
export function useRefusedItems(id: string, enabled: boolean) {
  return useQuery({
    ...jobs.items.queryOptions({ input: { id, status: 'refused', page_size: 100 } }),
    enabled,
  })
}

const touches = [jobs.key()]
export const useCancelJob = () =>
  useMutation({ ...jobs.cancel.mutationOptions(), meta: { failed: 'The job was not canceled', touches } })
export const useResumeJob = () =>
  useMutation({ ...jobs.resume.mutationOptions(), meta: { failed: 'The job was not resumed', touches } })
