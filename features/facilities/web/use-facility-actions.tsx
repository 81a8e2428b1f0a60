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
import type { Action } from '#platform/web/kit/actions.ts'
import { type ActionsKit, useActions } from '#platform/web/kit/use-actions.tsx'
import type { SettleOccasion } from '../rules/settling.ts'
import type { ActionTarget } from './action-target.ts'
import { type FacilityActionId, type FacilityActionRule, facilityActionRules } from './facility-actions.ts'
import { detailHref, editHref } from './paths.ts'
import { useRestore, useResume } from './queries.ts'
import { whyNot } from './why-not.ts'

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

type Looks = Omit<Action<ActionTarget>, 'id' | 'isOffered' | 'blocker'>

/** The actions that are buttons on a facility's own page; all others are in the menu next to them. */
const oftenDone = ['edit', 'add site', 'add unit']

/**
 * All actions on a facility, the same on every page; `dialog` renders their forms. On the facility's own page the link to it is omitted.
 */
export function useFacilityActions<Row extends ActionTarget>({
  isOnPage = false,
}: { isOnPage?: boolean } = {}): ActionsKit<Row> {
  const [open, setOpen] = useState<{ what: Opening; facility: ActionTarget }>()
  const resume = useResume()
  const restore = useRestore()
  const opening =
    (what: Opening) =>
    ([facility]: readonly ActionTarget[]) =>
      setOpen({ what, facility: facility! })
  const adding = (kind: 'organization' | 'site'): Looks => ({
    label: `Add a ${below[kind]}`,
    icon: IconPlus,
    href: ({ id }) => `/admin/${below[kind]}s/create?parent=${id}`,
  })
  const looks: Record<FacilityActionId, Looks> = {
    details: { label: 'Details', icon: IconInfoCircle, href: detailHref },
    edit: { label: 'Edit', icon: IconPencil, key: 'e', href: editHref },
    'add site': adding('organization'),
    'add unit': adding('site'),
    copy: {
      label: 'Create one like it',
      icon: IconCopy,
      href: ({ id }) => `/admin/units/create?copy=${id}`,
    },
    'copy settings': {
      label: 'Copy settings to other units…',
      icon: IconCopyPlus,
      open: opening('copy settings'),
    },
    resume: {
      label: 'Resume',
      icon: IconPlayerPlay,
      run: ({ id, version }) => resume.mutateAsync({ id, version }),
    },
    settle: { label: 'Decide on its shifts', icon: IconCalendarQuestion, open: opening('pause') },
    pause: { label: 'Pause', icon: IconPlayerPause, open: opening('pause') },
    'close days': { label: 'Close days…', icon: IconCalendarOff, open: opening('close days') },
    move: { label: 'Move', icon: IconArrowMoveRight, open: opening('move') },
    close: { label: 'Close permanently', icon: IconLock, danger: true, open: opening('close') },
    restore: {
      label: 'Restore',
      icon: IconArchiveOff,
      run: ({ id, version }) => restore.mutateAsync({ id, version }),
    },
    archive: { label: 'Archive', icon: IconArchive, danger: true, open: opening('archive') },
  }
  const actions = (Object.keys(looks) as FacilityActionId[]).map((id): Action<ActionTarget> => {
    const { isOffered, blocker }: FacilityActionRule = facilityActionRules[id]
    return {
      id,
      ...looks[id],
      ...(isOffered && { isOffered }),
      ...(blocker && { blocker: (facility) => whyNot(blocker(facility)) }),
    }
  })
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
