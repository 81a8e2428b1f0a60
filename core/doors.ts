/**
 * The doors of the product (Spec §2, public routes): signing in, signing up and what belongs to them. Opened by their
 * address they come as a small document of their own (app/doors.tsx), without what only signed-in pages need.
 */
export const doors = [
  '/login',
  '/reset-password',
  '/signup',
  '/signup/facility',
  '/signup/proctor',
  '/signup/school',
  '/signup/student',
  '/verify-email',
] as const
export type Door = (typeof doors)[number]

/** The door at a path (a slash at its end aside), or undefined when it is none of them. */
export function doorAt(path: string): Door | undefined {
  const plain = path.replace(/\/+$/, '')
  return doors.find((door) => door === plain)
}
