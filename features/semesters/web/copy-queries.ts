import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatNumber } from '#core/number-text.ts'
import { messageOf } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import type { CopyRequest } from '../contract.ts'
import { keptWords } from './copy-words.ts'
import { patience, semesters, touches, useRemoveSemester } from './queries.ts'

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
      const notRead = (error: unknown) => toast.error(`Failed to delete semester: ${messageOf(error)}`)
      toast.next(
        'Copy undone',
        [{ label: 'Delete it', onPress: () => void removeIt().catch(notRead) }],
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

type Request = Omit<CopyRequest, 'include' | 'leave_out'>

/** What copying would do with the current rows; undefined sends no request. */
export function useCopyPreview(request: Request | undefined) {
  return useQuery({
    ...semesters.previewCopy.queryOptions({
      input: request ? { ...request, include: [], leave_out: [] } : skipToken,
    }),
    ...patience,
    placeholderData: keepPreviousData,
    // The preview must be current, so it is loaded again whenever it is shown.
    staleTime: 0,
    gcTime: 0,
  })
}
