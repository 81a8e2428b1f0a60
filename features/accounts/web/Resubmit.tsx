import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SignUpRole } from '#core/roles.ts'
import { nameProblem } from '#core/visible-text.ts'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { Me, SignupRequest } from '../contract.ts'
import { tenantOf, withTenant } from './tenant-form.ts'
import { TenantFields } from './TenantFields.tsx'
import { accounts, meQuery } from './queries.ts'

const schema = plainSchema(({ full_name }: { full_name: string }) => ({
  full_name: nameProblem(full_name) ?? false,
}))

/** A returned request, to correct and send again. */
export function Resubmit({ me, request }: { me: Me; request: SignupRequest }): ReactNode {
  const applicant = request.role as SignUpRole
  const resubmit = useMutation({
    ...accounts.resubmit.mutationOptions(),
    retry: false,
    meta: {
      quiet: true,
      done: 'Your request was sent again',
      touches: [meQuery.queryKey, accounts.myRequest.key()],
    },
  })
  const tick = usePatientTick()
  const form = useSchemaForm(withTenant(applicant, schema), {
    initialValues: {
      full_name: me.full_name,
      school_id: request.school_id ?? '',
      facility_id: request.facility_id ?? '',
      tenant_name: request.tenant_name ?? '',
      is_new_tenant: request.tenant_name !== null,
      join_code: '',
      message: request.message ?? '',
    },
    onSubmit: ({ full_name }, values) =>
      resubmit.mutateAsync({ version: request.version, full_name, ...tenantOf(values), ...tick.sent }),
  })
  return (
    <Form form={form} submitLabel="Send my request again" fullWidth label="Your request">
      <TextInput label="Full name" autoComplete="name" required {...form.field('full_name')} />
      <TenantFields
        applicant={applicant}
        form={form}
        tick={tick}
        knownName={request.tenant_label ?? undefined}
      />
    </Form>
  )
}
