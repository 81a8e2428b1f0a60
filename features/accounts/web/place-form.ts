import type { SignUpRole } from '#core/roles.ts'
import type { FormSchema } from '#ui/form.ts'
import { placeProblems, type WantedPlace } from '../rules.ts'

export type PlaceValues = WantedPlace & { is_new_place: boolean; message: string }

/** A form's schema with what a role's place needs added. */
export function withPlace<Output>(role: SignUpRole, schema: FormSchema<Output>): FormSchema<Output> {
  return {
    safeParse: (values) => {
      const result = schema.safeParse(values)
      const problems = Object.entries(placeProblems(role, placeOf(values as PlaceValues)))
      if (result.success && problems.length === 0) return result
      const missing = problems.map(([field, message]) => ({ path: [field], message }))
      return {
        success: false,
        error: { issues: [...(result.success ? [] : result.error.issues), ...missing] },
      }
    },
  }
}

/** What counts of the fields: either the place that was chosen or the new one's name. */
export function placeOf(values: PlaceValues): WantedPlace & { message: string } {
  const { school_id, join_code, facility_id, place_name, is_new_place, message } = values
  return {
    school_id: is_new_place ? '' : school_id,
    facility_id: is_new_place ? '' : facility_id,
    place_name: is_new_place ? place_name : '',
    join_code,
    message,
  }
}
