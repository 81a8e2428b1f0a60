import type { Access, Viewer } from '#core/access.ts'
import { dashboardOf, mayOpen } from '#core/access.ts'
import { isOwnPath } from '#core/own-path.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Who may open this address (Spec §2). A route without it does not compile. */
    access: Access
    /** The page's name in the document title and the command palette. */
    title?: string
  }
}

export type SignedIn = Viewer & { status: string; email_verified: boolean }

/**
 * Where a visitor of a protected address belongs (Spec §2, Route guarding): 'open', or the address to go to instead:
 * /login with the origin remembered, the page of those who wait for approval, or their own dashboard.
 */
export function decide(
  access: Access,
  viewer: SignedIn | null,
  origin: string,
): 'open' | { to: string; from?: string } {
  if (access === 'public') return 'open'
  if (!viewer) return { to: '/login', from: origin }
  if (viewer.status !== 'active') return { to: pendingPageOf(viewer.role) }
  return mayOpen(access, viewer) ? 'open' : { to: dashboardOf(viewer.role) }
}

/** The page where someone waits for approval: administrators one, students and proctors the other. */
export function pendingPageOf(role: Viewer['role']): string {
  return role === 'student' || role === 'proctor' ? '/student-pending-approval' : '/school-admin-pending'
}

/** A remembered origin is used only when it is an address of this product: a path, never another site. */
export function safeReturn(from: string | undefined): string | undefined {
  return from && isOwnPath(from) && !from.startsWith('/login') ? from : undefined
}

/**
 * Where someone goes who just signed in (Spec §2): a member to where they came from, else to their dashboard; who waits
 * for approval to the invitation that they came from (accepting it ends the waiting), else to the page of those who wait.
 */
export function afterSignIn(me: Pick<SignedIn, 'role' | 'status'>, from: string | undefined): string {
  const back = safeReturn(from)
  if (me.status === 'active') return back ?? dashboardOf(me.role)
  return back && /^\/accept-(student-|proctor-)?invitation(\?|$)/.test(back) ? back : pendingPageOf(me.role)
}
