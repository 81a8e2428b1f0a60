import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { constants } from '#core/constants.ts'
import { featureApi, isRefusal } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import type { SemesterFill, semestersContract } from '../contract.ts'

export const semesters = featureApi<typeof semestersContract>('semesters')

const { retries, retryDelayMs, staleMs } = constants.semesters

/** Semesters query: 3 retries, 1 s delay, stale after 5 min (Spec §9); refused requests are not retried (Spec §8). */
export const patience = {
  retry: (count: number, error: Error) => !isRefusal(error) && count < retries,
  retryDelay: retryDelayMs,
  staleTime: staleMs,
}

/** All semesters of a school, latest first. */
export function useSemesters(schoolId: string | null) {
  return useQuery({
    ...semesters.list.queryOptions({ input: { ...(schoolId && { school_id: schoolId }) } }),
    ...patience,
    enabled: schoolId !== null,
  })
}

/** The seats and hours of each semester of a school, by its id; empty until loaded, or if they can't be read. */
export function useFill(schoolId: string | null): ReadonlyMap<string, SemesterFill> {
  const { data } = useQuery({
    ...semesters.fill.queryOptions({ input: { school_id: schoolId ?? '' } }),
    ...patience,
    enabled: schoolId !== null,
  })
  return useMemo(() => new Map(data?.map((fill) => [fill.semester_id, fill])), [data])
}

// Dashboards depend on this feature and show the term: named by key only, to avoid a circular import.
const dashboards = featureApi<Record<string, never>>('dashboards').key()
const lists = [semesters.list.key(), semesters.current.key(), semesters.search.key(), dashboards]
export const touches = [...lists, semesters.get.key(), semesters.listCopies.key()]

export function useCreateSemester() {
  return useMutation({
    ...semesters.create.mutationOptions(),
    meta: {
      done: 'Semester created successfully',
      failed: (message) => `Failed to create semester: ${message}`,
      touches,
    },
  })
}

export function useUpdateSemester() {
  return useMutation({
    ...semesters.update.mutationOptions(),
    meta: {
      done: 'Semester updated successfully',
      failed: (message) => `Failed to update semester: ${message}`,
      touches,
    },
  })
}

export function useRemoveSemester() {
  const client = useQueryClient()
  return useMutation({
    ...semesters.remove.mutationOptions(),
    meta: {
      done: 'Semester deleted successfully',
      failed: (message) => `Failed to delete semester: ${message}`,
      touches: lists,
    },
    // Cached data of a deleted semester would only be refetched and not found.
    onSuccess: (_answer, { id }) => {
      client.removeQueries({ queryKey: semesters.get.queryKey({ input: { id } }) })
      client.removeQueries({ queryKey: semesters.listCopies.key() })
    },
  })
}

export function useArchiveSemester() {
  return useMutation({
    ...semesters.archive.mutationOptions(),
    meta: {
      failed: (message) => `Failed to archive semester: ${message}`,
      touches,
    },
  })
}

export function useRestoreSemester() {
  return useMutation({
    ...semesters.restore.mutationOptions(),
    meta: {
      done: 'Semester restored successfully',
      failed: (message) => `Failed to restore semester: ${message}`,
      touches,
    },
  })
}

/** Closes a reopened semester. */
export function useCloseSemester() {
  return useMutation({
    ...semesters.close.mutationOptions(),
    meta: {
      done: 'Semester closed successfully',
      failed: (message) => `Failed to close semester: ${message}`,
      touches,
    },
  })
}

/** Reopens a closed semester; the success message offers Undo. */
export function useReopenSemester() {
  const close = useCloseSemester()
  return useMutation({
    ...semesters.reopen.mutationOptions(),
    meta: { failed: (message) => `Failed to reopen semester: ${message}`, touches },
    onSuccess: ({ id, version }) =>
      toast.undo('Semester reopened successfully', () => close.mutate({ id, version })),
  })
}

export function useExportSemesters() {
  return useMutation({
    ...semesters.exportCsv.mutationOptions(),
    meta: { failed: 'The list could not be exported' },
  })
}
