import { Outlet, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SiteFrame } from './SiteFrame.tsx'

/**
 * The frame of the public pages inside the router: used in development, and when someone is redirected to the first page from within the
 * app.
 */
export function SiteRoute(): ReactNode {
  const path = useLocation({ select: (location) => location.pathname })
  return (
    <SiteFrame path={path}>
      <Outlet />
    </SiteFrame>
  )
}
