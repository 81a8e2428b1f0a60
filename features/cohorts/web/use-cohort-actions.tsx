import {
  IconArchive,
  IconArchiveOff,
  IconMessage,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSchool,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { type ActionsKit, useActions } from '#platform/web/kit/use-actions.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import type { Cohort } from '../contract.ts'
import { archiveBlocker, changeBlocker, graduateBlocker, nextStatus, restoreBlocker } from '../rules.ts'
import { useArchiveCohort, useRestoreCohort, useSetStatus } from './mutations.ts'
import { whyNot } from './why-not.ts'

const CohortDrawer = lazyDialog(() => import('./CohortDrawer.tsx').then((m) => m.CohortDrawer), {
  opened: false,
})
const GraduateDialog = lazyDialog(() => import('./GraduateDialog.tsx').then((m) => m.GraduateDialog), {
  opened: false,
})

/** What administrators can do with a cohort: on its page, in the list, and for several at once. Render `dialogs` once. */
export function useCohortActions<Row extends Cohort>(): { kit: ActionsKit<Row>; dialogs: ReactNode } {
  const { role } = useMe()
  const archive = useArchiveCohort()
  const restore = useRestoreCohort()
  const setStatus = useSetStatus()
  const [edited, setEdited] = useState<Row>()
  const [graduating, setGraduating] = useState<{ rows: readonly Row[]; onDone?: (() => void) | undefined }>()
  // A cohort has one of these: activate, put on hold, or resume.
  const statusActions = (
    [
      ['planned', 'Activate now', IconPlayerPlay],
      ['active', 'Put on hold', IconPlayerPause],
      ['on_hold', 'Resume', IconPlayerPlay],
    ] as const
  ).map(([from, label, icon]): Action<Row> => ({
    id: from,
    label,
    icon,
    isRare: true,
    isOffered: ({ status }) => status === from,
    ask: ([cohort]) =>
      from === 'active'
        ? {
            title: `Put ${cohort!.name} on hold?`,
            body: 'Students stay in it and keep their shifts and hours. You can resume at any time.',
            reason: { label: 'Reason', isRequired: true },
          }
        : {
            title: from === 'planned' ? `Activate ${cohort!.name} now?` : `Resume ${cohort!.name}?`,
            body:
              from === 'planned'
                ? 'It becomes active automatically on its first day.'
                : 'It becomes active again.',
            confirmLabel: from === 'planned' ? 'Activate' : 'Resume',
          },
    run: ({ id, version, status }, { reason, tick }) =>
      setStatus.mutateAsync({ id, version, to: nextStatus(status)!, ...(reason && { reason }), ...tick }),
  }))
  const kit = useActions<Row>(
    [
      {
        id: 'edit',
        label: 'Edit',
        icon: IconPencil,
        key: 'e',
        open: ([cohort]) => setEdited(cohort),
        blocker: (row) => whyNot(changeBlocker(row)),
      },
      {
        id: 'message',
        label: 'Message students',
        icon: IconMessage,
        isRare: true,
        href: ({ id }) => `/school/messages?cohorts=${id}`,
      },
      ...statusActions,
      {
        id: 'graduate',
        label: 'Graduate',
        icon: IconSchool,
        isRare: true,
        isBulk: true,
        open: (rows, onDone) => setGraduating({ rows, onDone }),
        blocker: (row) => whyNot(graduateBlocker(row, role)),
      },
      {
        id: 'restore',
        label: 'Restore',
        icon: IconArchiveOff,
        isRare: true,
        isOffered: ({ status }) => status === 'archived',
        run: ({ id, version }) => restore.mutateAsync({ id, version }),
        blocker: (row) => whyNot(restoreBlocker(row)),
      },
      {
        id: 'archive',
        label: 'Archive',
        icon: IconArchive,
        isRare: true,
        isOffered: ({ status }) => status !== 'archived',
        run: ({ id, version }) => archive.mutateAsync({ id, version }),
        blocker: (row) => whyNot(archiveBlocker(row)),
        done: ([cohort]) => `${cohort!.name} archived`,
        undo: ({ id }, result) => restore.mutateAsync({ id, version: (result as Cohort).version }),
      },
    ],
    { nameOf: ({ name }) => name },
  )
  return {
    kit,
    dialogs: (
      <>
        <CohortDrawer
          opened={edited !== undefined}
          cohort={edited}
          schoolId={edited?.school_id ?? ''}
          onClose={() => setEdited(undefined)}
        />
        <GraduateDialog
          opened={graduating !== undefined}
          cohorts={graduating?.rows ?? []}
          onClose={() => setGraduating(undefined)}
          onDone={() => graduating?.onDone?.()}
        />
      </>
    ),
  }
}
