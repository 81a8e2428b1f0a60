import type { SignUpRole } from '#core/roles.ts'
import type { FormSchema } from '#ui/form.ts'
import { tenantProblems, type WantedTenant } from '../rules.ts'

export type TenantValues = WantedTenant & { is_new_tenant: boolean; message: string }

/** A form's schema plus what the role needs for its school or facility. */
export function withTenant<Output>(role: SignUpRole, schema: FormSchema<Output>): FormSchema<Output> {
  return {
    safeParse: (values) => {
      const result = schema.safeParse(values)
      const problems = Object.entries(tenantProblems(role, tenantOf(values as TenantValues)))
      if (result.success && problems.length === 0) return result
      // A new school or facility has a field of its own.
      const isNew = (values as TenantValues).is_new_tenant
      const missing = problems.map(([field, message]) => ({ path: [isNew ? 'tenant_name' : field], message }))
      return {
        success: false,
        error: { issues: [...(result.success ? [] : result.error.issues), ...missing] },
      }
    },
  }
}

/** The fields that count: either the chosen school or facility, or the new one's name. */
export function tenantOf(values: TenantValues): WantedTenant & { message: string } {
  const { school_id, join_code, facility_id, tenant_name, is_new_tenant, message } = values
  return {
    school_id: is_new_tenant ? '' : school_id,
    facility_id: is_new_tenant ? '' : facility_id,
    tenant_name: is_new_tenant ? tenant_name : '',
    join_code,
    message,
  }
}
