import { Outlet, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SiteFrame } from './SiteFrame.tsx'

/** The site's frame inside the router: while developing, and for anyone who is sent to the first page from within. */
export function SiteRoute(): ReactNode {
  const path = useLocation({ select: (location) => location.pathname })
  return (
    <SiteFrame path={path}>
      <Outlet />
    </SiteFrame>
  )
}
