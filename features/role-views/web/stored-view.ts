import { dashboards, type ViewRole } from '../rules.ts'

const VIEW = 'placewell:view-role'
const SCHOOL = 'placewell:selected-school'
const FACILITY = 'placewell:selected-facility'

/** A superadmin's view as this browser session remembers it (Spec §4). */
export const storedView = {
  role(): ViewRole | null {
    const stored = sessionStorage.getItem(VIEW)
    return dashboards.find(({ role }) => role === stored)?.role ?? null
  },
  school: () => sessionStorage.getItem(SCHOOL),
  keep(role: ViewRole, school: string | null): void {
    sessionStorage.setItem(VIEW, role)
    if (school) sessionStorage.setItem(SCHOOL, school)
  },
  facility: () => sessionStorage.getItem(FACILITY),
  keepFacility: (id: string) => sessionStorage.setItem(FACILITY, id),
  forgetFacility: () => sessionStorage.removeItem(FACILITY),
  forgetSchool: () => sessionStorage.removeItem(SCHOOL),
  clear(): void {
    sessionStorage.removeItem(VIEW)
    sessionStorage.removeItem(SCHOOL)
    sessionStorage.removeItem(FACILITY)
  },
}
