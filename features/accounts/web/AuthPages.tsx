import { type ComponentType, type MouseEvent, type ReactNode, useCallback, useEffect, useState } from 'react'
import { type AuthPage, authPageAt } from '#core/auth-pages.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import { type LinkProps, useNavigateTo } from '#ui/Link.tsx'
import { UiProvider } from '#ui/UiProvider.tsx'
import { LoginScreen } from './LoginScreen.tsx'
import { MaintenanceBanner } from './MaintenanceBanner.tsx'
import { ResetPasswordScreen } from './ResetPasswordScreen.tsx'
import {
  SignUpFacilityScreen,
  SignUpProctorScreen,
  SignUpSchoolScreen,
  SignUpStudentScreen,
} from './SignUpFormScreen.tsx'
import { SignUpScreen } from './SignUpScreen.tsx'
import { useSiteSettings } from './use-site-settings.ts'
import { VerifyEmailScreen } from './VerifyEmailScreen.tsx'

const screens: Record<AuthPage, ComponentType> = {
  '/login': LoginScreen,
  '/reset-password': ResetPasswordScreen,
  '/signup': SignUpScreen,
  '/signup/facility': SignUpFacilityScreen,
  '/signup/proctor': SignUpProctorScreen,
  '/signup/school': SignUpSchoolScreen,
  '/signup/student': SignUpStudentScreen,
  '/verify-email': VerifyEmailScreen,
}

/** The auth pages without the app's router: switches between them immediately, and opens everything else by a page load. */
export function AuthPages(): ReactNode {
  const [{ path, visit }, setPage] = useState(() => ({ path: window.location.pathname, visit: 0 }))
  const arrive = useCallback(
    () => setPage((before) => ({ path: window.location.pathname, visit: before.visit + 1 })),
    [],
  )
  useEffect(() => {
    window.addEventListener('popstate', arrive)
    return () => window.removeEventListener('popstate', arrive)
  }, [arrive])
  const go = useCallback(
    (href: string) => {
      if (!isAuthPage(href)) return window.location.assign(href)
      window.history.pushState(null, '', href)
      window.scrollTo(0, 0)
      arrive()
    },
    [arrive],
  )
  const maintenance = useSiteSettings()?.maintenance
  const Screen = screens[authPageAt(path) ?? '/login']
  return (
    <UiProvider LinkComponent={AuthLink} navigate={go}>
      <ErrorBoundary>
        <MaintenanceBanner planned={maintenance} />
        <Screen key={visit} />
      </ErrorBoundary>
    </UiProvider>
  )
}

function AuthLink({ href, onClick, ...props }: LinkProps) {
  const go = useNavigateTo()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain || !isAuthPage(href)) return
    event.preventDefault()
    go(href)
  }
  // oxlint-disable-next-line jsx-a11y/anchor-has-content, jsx-a11y/click-events-have-key-events -- the content comes with the props, and Enter on an anchor is a click
  return <a href={href} onClick={follow} {...props} />
}

const isAuthPage = (href: string) => authPageAt(href.split(/[?#]/)[0]!) !== undefined
