import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '#platform/web/api.ts'
import { useNavigateTo } from '#ui/Link.tsx'
import { toast } from '#ui/toast.ts'
import type { ShiftRow } from '../contract.ts'
import { shifts as api } from './queries.ts'
import { useShiftActions } from './use-shift-actions.tsx'
import { useHeldActions } from './use-held-actions.ts'

/** A newly planned shift or series, and its site. */
export type Saved = { id: string; count: number; isSeries: boolean; site: string | null }

/** Says what was planned and offers the next steps: viewing and submitting it. */
export function useSaved(schoolId: string): {
  tell: (saved: Saved, submits: boolean) => void
  dialog: ReactNode
} {
  const client = useQueryClient()
  const navigate = useNavigateTo()
  const { ask, dialog } = useShiftActions()
  const held = useHeldActions(ask)

  async function draftsOf({ id, isSeries }: Saved): Promise<ShiftRow[]> {
    if (!isSeries)
      return [await client.fetchQuery({ ...api.get.queryOptions({ input: { id } }), staleTime: 0 })]
    const input = { school_id: schoolId, series_id: id, page_size: 500 }
    return (await client.fetchQuery({ ...api.list.queryOptions({ input }), staleTime: 0 })).rows
  }
  const view = ({ id, isSeries }: Saved): void =>
    navigate(isSeries ? `/shifts?view=series&semester=all&series=${id}` : `/shift/${id}`)
  /** Submits what was saved, after a moment in which it can be undone. */
  const submit = (saved: Saved): void =>
    void draftsOf(saved).then(
      (rows) => held(`saved ${saved.id}`, 'submit', rows, () => view(saved)),
      (error: unknown) => toast.error('The drafts couldn’t be loaded', messageOf(error)),
    )

  return {
    dialog,
    tell: (saved, submits) => {
      if (submits) return submit(saved)
      toast.next(saved.count === 1 ? 'Draft saved' : `${saved.count} drafts saved`, [
        { label: 'View', onPress: () => view(saved) },
        {
          label: saved.site ? `Submit to ${saved.site}` : 'Submit',
          onPress: () => submit(saved),
        },
      ])
    },
  }
}
