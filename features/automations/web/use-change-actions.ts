import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { refusalMessage } from '#core/refusal.ts'
import type { RowOutcome } from '#platform/web/kit/actions.ts'
import { type ActionsKit, useActions } from '#platform/web/kit/use-actions.tsx'
import type { AutomationChange } from '../contract.ts'
import { automationRefusals } from '../messages.ts'
import { changeBlocker, undoBlocker } from '../rules.ts'
import { automations, touchedByChanges } from './queries.ts'

const meta = { quiet: true, touches: touchedByChanges }
const MAX_CHANGES = 50
const count = (rows: readonly unknown[], one: string, many: string) =>
  rows.length === 1 ? one : `${rows.length} ${many}`

/** What a person can do with suggestions and with changes of rules. */
export function useChangeActions(): ActionsKit<AutomationChange> {
  const accept = useMutation({ ...automations.accept.mutationOptions(), meta })
  const dismiss = useMutation({ ...automations.dismiss.mutationOptions(), meta })
  const reopen = useMutation({ ...automations.reopen.mutationOptions(), meta })
  const undo = useMutation({ ...automations.undo.mutationOptions(), meta })
  const ids = (rows: readonly AutomationChange[]) => ({ ids: rows.map(({ id }) => id) })
  return useActions<AutomationChange>(
    [
      {
        id: 'accept',
        label: 'Accept',
        icon: IconCheck,
        key: 'a',
        isBulk: true,
        most: MAX_CHANGES,
        isOffered: (row) => changeBlocker(row, 'done') === null && row.status === 'suggested',
        runMany: (rows): Promise<RowOutcome[]> => accept.mutateAsync(ids(rows)),
        done: (rows) => count(rows, 'Suggestion carried out', 'suggestions carried out'),
      },
      {
        id: 'dismiss',
        label: 'Dismiss',
        icon: IconX,
        isBulk: true,
        most: MAX_CHANGES,
        isOffered: ({ status }) => status === 'suggested',
        runMany: (rows): Promise<RowOutcome[]> => dismiss.mutateAsync(ids(rows)),
        done: (rows) => count(rows, 'Suggestion dismissed', 'suggestions dismissed'),
        undo: ({ id }) => reopen.mutateAsync({ id }),
      },
      {
        id: 'reopen',
        label: 'Suggest again',
        icon: IconArrowBackUp,
        isOffered: ({ status }) => status === 'dismissed',
        run: ({ id }) => reopen.mutateAsync({ id }),
        done: () => 'Suggested again',
      },
      {
        id: 'undo',
        label: 'Undo…',
        icon: IconArrowBackUp,
        isBulk: true,
        most: MAX_CHANGES,
        isOffered: ({ status }) => status === 'done',
        blocker: (row) => {
          const refused = undoBlocker(row, new Date().toISOString())
          return refused && refusalMessage(automationRefusals, refused)
        },
        ask: (rows) => ({
          title: rows.length === 1 ? 'Undo this change?' : `Undo ${rows.length} changes?`,
          body: 'A draft is deleted, and a student leaves the seat. The rule doesn’t do it again.',
          confirmLabel: 'Undo',
        }),
        runMany: (rows): Promise<RowOutcome[]> => undo.mutateAsync(ids(rows)),
        done: (rows) => count(rows, 'Change undone', 'changes undone'),
      },
    ],
    { nameOf: ({ label }) => label },
  )
}
