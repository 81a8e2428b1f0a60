import { type ComponentType, type ReactNode, StrictMode } from 'react'
import type { SitePage } from '#core/site-pages.ts'
import { SiteFrame } from '#features/public-pages/web/SiteFrame.tsx'

type Screen = ComponentType

/** The screen of each public page, loaded when it is opened. */
const screens: Record<SitePage, () => Promise<Screen>> = {
  '/': () => import('#features/public-pages/web/LandingScreen.tsx').then((file) => file.LandingScreen),
  '/about': () => import('#features/public-pages/web/AboutScreen.tsx').then((file) => file.AboutScreen),
  '/accessibility': () =>
    import('#features/public-pages/web/AccessibilityScreen.tsx').then((file) => file.AccessibilityScreen),
  '/comparison': () =>
    import('#features/public-pages/web/ComparisonScreen.tsx').then((file) => file.ComparisonScreen),
  '/contact': () =>
    import('#features/contact-messages/web/ContactScreen.tsx').then((file) => file.ContactScreen),
  '/demo': () => import('#features/demo/web/DemoScreen.tsx').then((file) => file.DemoScreen),
  '/faq': () => import('#features/public-pages/web/FaqScreen.tsx').then((file) => file.FaqScreen),
  '/faq/instructors': () =>
    import('#features/public-pages/web/FaqInstructorsScreen.tsx').then((file) => file.FaqInstructorsScreen),
  '/faq/school-admins': () =>
    import('#features/public-pages/web/FaqSchoolAdminsScreen.tsx').then((file) => file.FaqSchoolAdminsScreen),
  '/faq/students': () =>
    import('#features/public-pages/web/FaqStudentsScreen.tsx').then((file) => file.FaqStudentsScreen),
  '/pricing': () => import('#features/plans/web/PricingScreen.tsx').then((file) => file.PricingScreen),
  '/privacy': () => import('#features/public-pages/web/PrivacyScreen.tsx').then((file) => file.PrivacyScreen),
  '/security-and-privacy': () =>
    import('#features/public-pages/web/SecurityScreen.tsx').then((file) => file.SecurityScreen),
  '/terms': () => import('#features/public-pages/web/TermsScreen.tsx').then((file) => file.TermsScreen),
}

/** The screen of a public page. */
export const screenOf = (page: SitePage): Promise<Screen> => screens[page]()

/** A page in its layout: the same tree for the build that renders it and the browser that hydrates it. */
export function renderSitePage(page: SitePage, Screen: Screen): ReactNode {
  return (
    <StrictMode>
      <SiteFrame path={page}>
        <Screen />
      </SiteFrame>
    </StrictMode>
  )
}
