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
import type { RowAction } from '#ui/RowActions.tsx'
import { archiveObstacle, closeObstacle, editObstacle, pauseObstacle, type SettleOccasion } from '../rules.ts'
import type { ActionTarget } from './action-target.ts'
import { detailHref, editHref } from './paths.ts'
import { useRestore, useResume } from './queries.ts'

// Each is loaded when it is opened first.
const SettleDialog = lazy(() => import('./SettleDialog.tsx').then((file) => ({ default: file.SettleDialog })))
const MoveDialog = lazy(() => import('./MoveDialog.tsx').then((file) => ({ default: file.MoveDialog })))

/** Everything that can be done with a place, the same from every page: its actions, and the dialogs they open. */
export function useFacilityActions() {
  const [open, setOpen] = useState<{ what: SettleOccasion | 'move'; place: ActionTarget }>()
  const { role } = useMe()
  const resume = useResume()
  const restore = useRestore()

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
            label: 'Resume',
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
        onClick: () => setOpen({ what: 'close', place }),
        disabled: () => closeObstacle(place, asker) ?? false,
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
        onClick: () => setOpen({ what: 'archive', place }),
        disabled: () => archiveObstacle(place, asker) ?? false,
      })
    return actions
  }

  const close = () => setOpen(undefined)
  const dialogs: ReactNode = (
    <Suspense>
      {open?.what === 'move' && <MoveDialog place={open.place} onClose={close} />}
      {open && open.what !== 'move' && (
        <SettleDialog place={open.place} occasion={open.what} onClose={close} />
      )}
    </Suspense>
  )
  return { actionsOf, dialogs }
}
