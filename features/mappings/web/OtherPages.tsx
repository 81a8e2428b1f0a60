import type { ReactNode } from 'react'
import { mayOpen } from '#core/access.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { LinkButton } from '#ui/LinkButton.tsx'

const others = [
  { href: '/admin/clinical-mapping/admin', label: 'Overview', access: [] },
  { href: '/admin/clinical-mapping', label: 'Mappings', access: ['facility_admin'] },
  { href: '/admin/clinical-mapping/ai', label: 'Suggestions', access: ['facility_admin'] },
  { href: '/admin/clinical-mapping/configuration', label: 'Words', access: ['facility_admin'] },
  { href: '/admin/clinical-mapping/documentation', label: 'Documentation', access: ['school_admin'] },
  { href: '/admin/clinical-mapping/csv-export', label: 'Export', access: ['school_admin'] },
] as const

/** Buttons for the other pages of clinical mapping that the user may open. */
export function OtherPages({ except }: { except: (typeof others)[number]['label'] }): ReactNode {
  const me = useMe()
  const viewer = { role: me.role, isPreceptor: false }
  return others
    .filter(({ label, access }) => label !== except && mayOpen(access, viewer))
    .map(({ href, label }) => (
      <LinkButton key={href} href={href} variant="default">
        {label}
      </LinkButton>
    ))
}
