import {
  IconArchive,
  IconArchiveOff,
  IconArrowMoveRight,
  IconCalendarOff,
  IconCalendarQuestion,
  IconCopy,
  IconCopyPlus,
  IconInfoCircle,
  IconLock,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
} from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { type ActionsKit, useActions } from '#platform/web/kit/use-actions.tsx'
import { archiveBlocker, closeBlocker, editBlocker, pauseBlocker } from '../rules/actions.ts'
import { type SettleOccasion } from '../rules/settling.ts'
import type { ActionTarget } from './action-target.ts'
import { detailHref, editHref } from './paths.ts'
import { useRestore, useResume } from './queries.ts'

// Each dialog loads when it first opens.
const SettleDialog = lazy(() => import('./SettleDialog.tsx').then((file) => ({ default: file.SettleDialog })))
const MoveDialog = lazy(() => import('./MoveDialog.tsx').then((file) => ({ default: file.MoveDialog })))
const CloseDaysDialog = lazy(() =>
  import('./CloseDaysDialog.tsx').then((file) => ({ default: file.CloseDaysDialog })),
)

const CopySettingsDialog = lazy(() =>
  import('./CopySettingsDialog.tsx').then((file) => ({ default: file.CopySettingsDialog })),
)

type Opening = SettleOccasion | 'move' | 'close days' | 'copy settings'
const isOccasion = (what: Opening): what is SettleOccasion =>
  what === 'pause' || what === 'close' || what === 'archive'
const below = { organization: 'site', site: 'unit', unit: null } as const

/** The actions that are buttons on a facility's own page; all others are in the menu next to them. */
const oftenDone = ['edit', 'add site', 'add unit']

/**
 * All actions on a facility, the same on every page; `dialog` renders their forms. On the facility's own page the link to it is omitted.
 */
export function useFacilityActions<Row extends ActionTarget>({
  isOnPage = false,
}: { isOnPage?: boolean } = {}): ActionsKit<Row> {
  const [open, setOpen] = useState<{ what: Opening; facility: ActionTarget }>()
  const { role } = useMe()
  const resume = useResume()
  const restore = useRestore()
  const opening =
    (what: Opening) =>
    ([facility]: readonly ActionTarget[]) =>
      setOpen({ what, facility: facility! })
  const askerOf = ({ may_manage }: ActionTarget) => ({ role, may_manage })
  const editing = (facility: ActionTarget) => editBlocker(facility, askerOf(facility))
  const isUnit = ({ kind }: ActionTarget) => kind === 'unit'
  const adding = (kind: 'organization' | 'site'): Action<ActionTarget> => ({
    id: `add ${below[kind]}`,
    label: `Add a ${below[kind]}`,
    icon: IconPlus,
    isOffered: (facility) => facility.kind === kind,
    href: ({ id }) => `/admin/${below[kind]}s/create?parent=${id}`,
    blocker: ({ may_manage, status }) =>
      !may_manage ? 'Only its administrators can add to it.' : status !== 'active' && 'Restore it first.',
  })
  const actions: Action<ActionTarget>[] = [
    { id: 'details', label: 'Details', icon: IconInfoCircle, href: detailHref },
    { id: 'edit', label: 'Edit', icon: IconPencil, key: 'e', href: editHref, blocker: editing },
    adding('organization'),
    adding('site'),
    {
      id: 'copy',
      label: 'Create one like it',
      icon: IconCopy,
      isOffered: isUnit,
      href: ({ id }) => `/admin/units/create?copy=${id}`,
      blocker: ({ may_manage }) => !may_manage && 'Only its administrators can create units.',
    },
    {
      id: 'copy settings',
      label: 'Copy settings to other units…',
      icon: IconCopyPlus,
      isOffered: isUnit,
      blocker: editing,
      open: opening('copy settings'),
    },
    {
      id: 'resume',
      label: 'Resume',
      icon: IconPlayerPlay,
      isOffered: (facility) => isUnit(facility) && facility.status === 'paused',
      blocker: ({ may_manage }) => !may_manage && 'Only its administrators can resume it.',
      run: ({ id, version }) => resume.mutateAsync({ id, version }),
    },
    {
      id: 'settle',
      label: 'Decide on its shifts',
      icon: IconCalendarQuestion,
      isOffered: (facility) => isUnit(facility) && facility.status === 'paused',
      blocker: (facility) => pauseBlocker(facility, askerOf(facility), facility.upcoming_shifts),
      open: opening('pause'),
    },
    {
      id: 'pause',
      label: 'Pause',
      icon: IconPlayerPause,
      isOffered: (facility) => isUnit(facility) && facility.status !== 'paused',
      blocker: (facility) => pauseBlocker(facility, askerOf(facility)),
      open: opening('pause'),
    },
    {
      id: 'close days',
      label: 'Close days…',
      icon: IconCalendarOff,
      // This changes its units, not the facility itself.
      blocker: (facility) => editBlocker({ ...facility, kind: 'unit' }, askerOf(facility)),
      open: opening('close days'),
    },
    { id: 'move', label: 'Move', icon: IconArrowMoveRight, blocker: editing, open: opening('move') },
    {
      id: 'close',
      label: 'Close permanently',
      icon: IconLock,
      danger: true,
      isOffered: isUnit,
      blocker: (facility) => closeBlocker(facility, askerOf(facility)),
      open: opening('close'),
    },
    {
      id: 'restore',
      label: 'Restore',
      icon: IconArchiveOff,
      isOffered: (facility) => !isUnit(facility) && facility.status === 'archived',
      // As for an active one: an archived facility is otherwise refused every change.
      blocker: (facility) => editBlocker({ ...facility, status: 'active' }, askerOf(facility)),
      run: ({ id, version }) => restore.mutateAsync({ id, version }),
    },
    {
      id: 'archive',
      label: 'Archive',
      icon: IconArchive,
      danger: true,
      isOffered: (facility) => !isUnit(facility) && facility.status !== 'archived',
      blocker: (facility) => archiveBlocker(facility, askerOf(facility)),
      open: opening('archive'),
    },
  ]
  const shown = actions.map((action) => ({ ...action, isRare: !oftenDone.includes(action.id) }))
  const kit = useActions<Row>(isOnPage ? shown.filter(({ id }) => id !== 'details') : shown, {
    nameOf: ({ name }) => name,
  })
  const close = () => setOpen(undefined)
  const dialog: ReactNode = (
    <>
      {kit.dialog}
      <Suspense>
        {open?.what === 'move' && <MoveDialog facility={open.facility} onClose={close} />}
        {open?.what === 'close days' && <CloseDaysDialog facility={open.facility} onClose={close} />}
        {open?.what === 'copy settings' && <CopySettingsDialog facility={open.facility} onClose={close} />}
        {open && isOccasion(open.what) && (
          <SettleDialog facility={open.facility} occasion={open.what} onClose={close} />
        )}
      </Suspense>
    </>
  )
  return { ...kit, dialog }
}
