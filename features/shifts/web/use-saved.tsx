import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '#platform/web/api.ts'
import { useNavigateTo } from '#ui/Link.tsx'
import { toast } from '#ui/toast.ts'
import type { ShiftRow } from '../contract.ts'
import { shifts as api, tellDone, useSubmit } from './queries.ts'
import { useDeeds } from './use-deeds.tsx'

/** A shift or a series that was planned just now, and the site it is at. */
export type Saved = { id: string; count: number; isSeries: boolean; place: string | null }

/** Says what was planned and what comes next: looking at it, and submitting it. */
export function useSaved(schoolId: string): {
  tell: (saved: Saved, submits: boolean) => void
  dialog: ReactNode
} {
  const client = useQueryClient()
  const navigate = useNavigateTo()
  const { ask, dialog } = useDeeds()
  const { mutateAsync: submit } = useSubmit()

  async function draftsOf({ id, isSeries }: Saved): Promise<ShiftRow[]> {
    if (!isSeries)
      return [await client.fetchQuery({ ...api.get.queryOptions({ input: { id } }), staleTime: 0 })]
    const input = { school_id: schoolId, series_id: id, page_size: 500 }
    return (await client.fetchQuery({ ...api.list.queryOptions({ input }), staleTime: 0 })).rows
  }
  const view = ({ id, isSeries }: Saved): void =>
    navigate(isSeries ? `/shifts?view=series&series=${id}` : `/shift/${id}`)
  const askToSubmit = (saved: Saved): void =>
    void draftsOf(saved).then(
      (rows) => ask('submit', rows),
      (error: unknown) => toast.error('The drafts could not be loaded', messageOf(error)),
    )

  /** Submits what was saved; what is refused, for a reason that can be given, is asked about. */
  async function submitNow(saved: Saved): Promise<void> {
    const rows = await draftsOf(saved)
    const outcomes = await submit({
      shifts: rows.map(({ id, version }) => ({ id, version })),
      lead_time_reason: null,
    })
    tellDone(outcomes, 'submitted')
    const refused = outcomes.filter(({ ok }) => !ok)
    if (refused.length === 0) return
    toast.warning(
      refused.length === 1 ? 'One draft wasn’t submitted' : `${refused.length} drafts weren’t submitted`,
      refused[0]!.message ?? undefined,
    )
    if (refused.some(({ reason }) => reason === 'lead_time'))
      ask(
        'submit',
        rows.filter(({ id }) => refused.some((outcome) => outcome.id === id)),
      )
  }

  return {
    dialog,
    tell: (saved, submits) => {
      if (submits) return void submitNow(saved).catch(() => undefined)
      toast.next(saved.count === 1 ? 'Draft saved' : `${saved.count} drafts saved`, [
        { label: 'View', onPress: () => view(saved) },
        {
          label: saved.place ? `Submit to ${saved.place}` : 'Submit',
          onPress: () => askToSubmit(saved),
        },
      ])
    },
  }
}
