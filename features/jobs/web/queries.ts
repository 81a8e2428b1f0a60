import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { featureApi } from '#platform/web/api.ts'
import type { Job, jobsContract } from '../contract.ts'
import { hasEnded } from '../rules.ts'

const jobs = featureApi<typeof jobsContract>('jobs')

/** The live stream says when a job has changed; as a fallback, the page polls every two seconds while one is running. */
const whileAtWork = (job: Pick<Job, 'status'> | undefined) => (job && hasEnded(job) ? false : 2_000)

const noKeys: readonly QueryKey[] = []

/** One job with the reasons of its rows; polled until it has ended, when what it `touches` is refetched, shown or not (`follow-job.ts`). */
export function useJob(id: string | undefined, touches = noKeys) {
  const client = useQueryClient()
  const query = jobs.get.queryOptions({
    input: { id: id ?? '' },
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => whileAtWork(state.data),
  })
  const found = useQuery(query)
  const isOver = found.data !== undefined && hasEnded(found.data)
  useEffect(() => {
    if (id && !isOver && touches.length > 0)
      void import('./follow-job.ts').then(
        ({ followJob }) => followJob(client, id, query, touches),
        // Without it, the page is refetched when it is opened again.
        () => {},
      )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the query has the job's id, and the keys are the same each time
  }, [client, id, isOver])
  return found
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
