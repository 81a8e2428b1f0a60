import {
  IconArchive,
  IconArchiveOff,
  IconArrowMoveRight,
  IconBuildingHospital,
  IconCalendarQuestion,
  IconCopy,
  IconInfoCircle,
  IconLock,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
} from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { confirm } from '#ui/confirm.tsx'
import type { RowAction } from '#ui/RowActions.tsx'
import { archiveObstacle, closeObstacle, editObstacle, pauseObstacle } from '../rules.ts'
import type { ActionTarget } from './action-target.ts'
import { detailHref, editHref } from './paths.ts'
import { useArchive, useClose, useRestore, useResume } from './queries.ts'

// Each is loaded when it is opened first.
const PauseDialog = lazy(() => import('./PauseDialog.tsx').then((file) => ({ default: file.PauseDialog })))
const MoveDialog = lazy(() => import('./MoveDialog.tsx').then((file) => ({ default: file.MoveDialog })))

/** Everything that can be done with a place, the same from every page: its actions, and the dialogs they open. */
export function useFacilityActions() {
  const [open, setOpen] = useState<{ what: 'pause' | 'move'; place: ActionTarget }>()
  const { role } = useMe()
  const resume = useResume()
  const closing = useClose()
  const archiving = useArchive()
  const restore = useRestore()

  async function askClose({ id, version, name }: ActionTarget): Promise<void> {
    const answer = await confirm({
      title: `Close ${name} for good?`,
      body: 'Nobody can plan there any more, and it cannot be opened again. What happened there stays on record.',
      confirmLabel: 'Close unit',
      danger: true,
      requireText: name,
      reason: { label: 'Reason', required: true, minLength: 3 },
    })
    if (answer) closing.mutate({ id, version, reason: answer.reason!, ...answer.tick })
  }

  async function askArchive({ id, version, name, kind }: ActionTarget): Promise<void> {
    const below = kind === 'organization' ? 'Its sites and units' : 'Its units'
    const answer = await confirm({
      title: `Archive ${name}?`,
      body: `${below} go with it: nobody can plan there. Nothing is deleted, and all of it can be restored.`,
      confirmLabel: `Archive ${kind}`,
      danger: true,
      reason: { label: 'Reason', required: true, minLength: 3 },
    })
    if (answer) archiving.mutate({ id, version, reason: answer.reason!, ...answer.tick })
  }

  // The place is the one it was asked for: a table's row may say less of it.
  const actionsOf = (place: ActionTarget): RowAction<unknown>[] => {
    const asker = { role, may_manage: place.may_manage }
    const editing = editObstacle(place, asker) ?? false
    const isLive = place.status === 'active'
    const below = { organization: 'site', site: 'unit', unit: null }[place.kind]
    const actions: RowAction<unknown>[] = [
      { label: 'Details', icon: IconInfoCircle, href: () => detailHref(place) },
      { label: 'Edit', icon: IconPencil, href: () => editHref(place), disabled: () => editing },
    ]
    if (below)
      actions.push({
        label: `Add a ${below}`,
        icon: IconPlus,
        href: () => `/admin/${below}s/create?parent=${place.id}`,
        disabled: () =>
          !place.may_manage ? 'Only its administrators add to it.' : !isLive && 'Restore it first.',
      })
    if (place.kind === 'unit') {
      actions.push({
        label: 'Create one like it',
        icon: IconCopy,
        href: () => `/admin/units/create?copy=${place.id}`,
        disabled: () => !place.may_manage && 'Only its administrators create units.',
      })
      if (place.status === 'paused')
        actions.push(
          {
            label: 'Take up again',
            icon: IconPlayerPlay,
            onClick: () => resume.mutate({ id: place.id, version: place.version }),
            disabled: () => !place.may_manage && 'Only its administrators take it up again.',
          },
          {
            label: 'Decide on its shifts',
            icon: IconCalendarQuestion,
            onClick: () => setOpen({ what: 'pause', place }),
            disabled: () => pauseObstacle(place, asker, place.upcoming_shifts) ?? false,
          },
        )
      else
        actions.push({
          label: 'Pause',
          icon: IconPlayerPause,
          onClick: () => setOpen({ what: 'pause', place }),
          disabled: () => pauseObstacle(place, asker) ?? false,
        })
    }
    actions.push({
      label: 'Move',
      icon: place.kind === 'organization' ? IconBuildingHospital : IconArrowMoveRight,
      onClick: () => setOpen({ what: 'move', place }),
      disabled: () => editing,
    })
    if (place.kind === 'unit')
      actions.push({
        label: 'Close for good',
        icon: IconLock,
        danger: true,
        onClick: () => void askClose(place),
        disabled: () => closeObstacle(place, asker, place.upcoming_shifts) ?? false,
      })
    else if (place.status === 'archived')
      actions.push({
        label: 'Restore',
        icon: IconArchiveOff,
        onClick: () => restore.mutate({ id: place.id, version: place.version }),
        disabled: () => (place.may_manage ? false : 'Only its administrators restore it.'),
      })
    else
      actions.push({
        label: 'Archive',
        icon: IconArchive,
        danger: true,
        onClick: () => void askArchive(place),
        disabled: () => archiveObstacle(place, asker, place.upcoming_shifts) ?? false,
      })
    return actions
  }

  const close = () => setOpen(undefined)
  const dialogs: ReactNode = (
    <Suspense>
      {open?.what === 'pause' && <PauseDialog unit={open.place} onClose={close} />}
      {open?.what === 'move' && <MoveDialog place={open.place} onClose={close} />}
    </Suspense>
  )
  return { actionsOf, dialogs }
}
