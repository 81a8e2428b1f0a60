/**
 * The auth pages of the product (Spec §2, public routes): signing in, signing up and what belongs to them. Opened by their
 * address they come as a small document of their own (app/auth.tsx), without what only signed-in pages need.
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

/** The auth page at a path (a slash at its end aside), or undefined when it is none of them. */
export function authPageAt(path: string): AuthPage | undefined {
  const plain = path.replace(/\/+$/, '')
  return authPages.find((page) => page === plain)
}
