import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { useLazyPanel } from '#ui/lazy-panel.ts'
import { SwitcherButton } from './SwitcherButton.tsx'

const load = () => import('./RoleSwitcherMenu.tsx').then((file) => file.RoleSwitcherMenu)

/** The superadmin's switcher between dashboards (Spec §2); no one else sees it. */
export function RoleSwitcherSlot(): ReactNode {
  const me = useMe()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { Panel, handlers } = useLazyPanel(load)
  if (me.role !== 'superadmin') return null
  return Panel ? (
    <Panel path={path} />
  ) : (
    <SwitcherButton path={path} aria-haspopup="menu" aria-expanded={false} {...handlers} />
  )
}
