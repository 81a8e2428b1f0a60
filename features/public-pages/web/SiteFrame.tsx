import type { ReactNode } from 'react'
import { dashboardOf } from '#core/access.ts'
import type { Role } from '#core/roles.ts'
import { type FooterGroup, PublicFrame, type PublicLink } from '#ui/PublicFrame.tsx'
import { useAnswer } from './plain-calls.ts'

type Visitor = { role: Role; status: string }

const nav: PublicLink[] = [
  { label: 'About', href: '/about' },
  { label: 'Pricing', href: '/pricing' },
  { label: 'Questions', href: '/faq' },
  { label: 'Demo', href: '/demo' },
  { label: 'Contact', href: '/contact' },
]

const footer: FooterGroup[] = [
  {
    label: 'Placewell',
    links: [
      { label: 'About', href: '/about' },
      { label: 'Pricing', href: '/pricing' },
      { label: 'Comparison', href: '/comparison' },
      { label: 'Demo', href: '/demo' },
      { label: 'Contact', href: '/contact' },
    ],
  },
  {
    label: 'Questions',
    links: [
      { label: 'General', href: '/faq' },
      { label: 'Students', href: '/faq/students' },
      { label: 'Schools', href: '/faq/school-admins' },
      { label: 'Instructors', href: '/faq/instructors' },
    ],
  },
  {
    label: 'Trust',
    links: [
      { label: 'Security and privacy', href: '/security-and-privacy' },
      { label: 'Accessibility', href: '/accessibility' },
      { label: 'Privacy policy', href: '/privacy' },
      { label: 'Terms of use', href: '/terms' },
    ],
  },
  {
    label: 'Your account',
    links: [
      { label: 'Sign in', href: '/login' },
      { label: 'Create an account', href: '/signup' },
      { label: 'Reset a password', href: '/reset-password' },
    ],
  },
]

/** The frame of the public pages; shows signed-in people a link back to the app. */
export function SiteFrame({ path, children }: { path: string; children: ReactNode }): ReactNode {
  const { answer: me } = useAnswer<Visitor | null>('/me')
  const links =
    me?.status === 'active'
      ? { signUp: { label: 'Your dashboard', href: dashboardOf(me.role) } }
      : {
          signIn: { label: 'Sign in', href: '/login' },
          signUp: { label: 'Create an account', href: '/signup' },
        }
  return (
    <PublicFrame
      nav={nav}
      currentPath={path.startsWith('/faq') ? '/faq' : path}
      {...links}
      footer={footer}
      footNote="Clinical placements for nursing education. No patient data, ever."
    >
      {children}
    </PublicFrame>
  )
}
