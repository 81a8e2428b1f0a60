/**
 * The auth pages (Spec §2, public routes): signing in, signing up and related pages. Opened by their address, they are a small document of
 * their own (app/auth.tsx), without the code for signed-in pages.
 */
export const authPages = [
  '/login',
  '/reset-password',
  '/signup',
  '/signup/facility',
  '/signup/proctor',
  '/signup/school',
  '/signup/student',
  '/verify-email',
] as const
export type AuthPage = (typeof authPages)[number]

/** The auth page at a path (ignoring a trailing slash), or undefined if there is none. */
export function authPageAt(path: string): AuthPage | undefined {
  const plain = path.replace(/\/+$/, '')
  return authPages.find((page) => page === plain)
}
