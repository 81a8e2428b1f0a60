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
 * Where a visitor of a protected address goes (Spec §2, Route guarding): 'open', or the address to go to instead: /login with the origin
 * remembered, the page for people awaiting approval, or the visitor's own dashboard.
 */
export function decide(
  access: Access,
  viewer: SignedIn | null,
  origin: string,
): 'open' | { to: string; from?: string } {
  if (access === 'public') return 'open'
  if (!viewer) return { to: '/login', from: origin }
  if (viewer.status !== 'active') return { to: pendingPath(viewer.role) }
  return mayOpen(access, viewer) ? 'open' : { to: dashboardOf(viewer.role) }
}

/** The page for people awaiting approval: one for administrators, another for students and proctors. */
export function pendingPath(role: Viewer['role']): string {
  return role === 'student' || role === 'proctor' ? '/student-pending-approval' : '/school-admin-pending'
}

/** Returns a remembered origin only if it is an address of this product: a path, never another site. */
export function safeReturn(from: string | undefined): string | undefined {
  return from && isOwnPath(from) && !from.startsWith('/login') ? from : undefined
}

/**
 * Where someone goes after signing in (Spec §2): a member to where they came from, else to their dashboard; someone awaiting approval to
 * the invitation they came from (accepting it approves them), else to the page for people awaiting approval.
 */
export function pathAfterSignIn(me: Pick<SignedIn, 'role' | 'status'>, from: string | undefined): string {
  const back = safeReturn(from)
  if (me.status === 'active') return back ?? dashboardOf(me.role)
  return back && /^\/accept-(student-|proctor-)?invitation(\?|$)/.test(back) ? back : pendingPath(me.role)
}
