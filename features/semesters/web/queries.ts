import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { constants } from '#core/constants.ts'
import { formatNumber } from '#core/number-text.ts'
import { featureApi, isRefusal } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import type { SemesterFill, semestersContract } from '../contract.ts'
import { keptWords } from './copy-words.ts'

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
const touches = [...lists, semesters.get.key(), semesters.listCopies.key()]

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
      done: 'Semester archived successfully',
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

/** Semesters created by copies in this window, by copy id: after an undo they are empty. */
const created = new Map<string, { id: string; name: string }>()

export function useUndoCopy() {
  const client = useQueryClient()
  const remove = useRemoveSemester()
  return useMutation({
    ...semesters.undoCopy.mutationOptions(),
    meta: { failed: (message) => `Failed to undo the copy: ${message}`, touches },
    onSuccess: ({ removed, kept }, { id: copyId }) => {
      const words = `${removed === 1 ? '1 draft was' : `${formatNumber(removed)} drafts were`} removed.`
      const semester = kept === 0 ? created.get(copyId) : undefined
      if (!semester) return toast.success('Copy undone', kept > 0 ? `${words} ${keptWords(kept)}` : words)
      const { id, name } = semester
      // Loads the current version, which undoing may have changed.
      const removeIt = async (): Promise<void> => {
        const { version } = await client.fetchQuery(semesters.get.queryOptions({ input: { id } }))
        remove.mutate({ id, version })
      }
      toast.next(
        'Copy undone',
        [{ label: 'Delete it', onPress: () => void removeIt().catch(() => {}) }],
        `${words} ${name} was created by the copy and is still there.`,
      )
    },
  })
}

/** Copies a semester; the success message offers Undo. */
export function useCopySemester() {
  const undo = useUndoCopy()
  return useMutation({
    ...semesters.copy.mutationOptions(),
    meta: { failed: (message) => `Failed to copy semester: ${message}`, touches },
    onSuccess: ({ copy, semester }, { target }) => {
      if (target.kind === 'new') created.set(copy.id, semester)
      toast.undo('Semester copied successfully', () => undo.mutate({ id: copy.id }))
    },
  })
}

export function useExportSemesters() {
  return useMutation({
    ...semesters.exportCsv.mutationOptions(),
    meta: { failed: 'The list could not be exported' },
  })
}
