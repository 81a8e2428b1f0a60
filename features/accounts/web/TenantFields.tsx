import { type ReactNode, useState } from 'react'
import type { SignUpRole } from '#core/roles.ts'
import { PatientDataNotice } from '#ui/PatientDataNotice.tsx'
import type { PatientTick } from '#ui/patient-tick.ts'
import { PlainCheckbox, PlainField, PlainTextarea } from '#ui/PlainField.tsx'
import { TenantSearch } from './TenantSearch.tsx'
import type { TenantValues } from './tenant-form.ts'

type TenantFieldsProps = {
  applicant: SignUpRole
  form: {
    values: TenantValues
    errors: Record<string, ReactNode>
    field: (path: keyof TenantValues, options?: { type?: 'checkbox' }) => object
    setFieldValue: (path: 'school_id' | 'facility_id', value: string) => void
    setValues: (values: Partial<TenantValues>) => void
  }
  tick: PatientTick
  /** What was requested before. */
  knownName?: string | undefined
}

/** The school or facility to join, with what the role needs (Spec §5), and a message to those who decide. */
export function TenantFields({ applicant, form, tick, knownName }: TenantFieldsProps): ReactNode {
  const { values, errors, field, setFieldValue, setValues } = form
  const kind = applicant === 'facility_admin' ? 'facility' : 'school'
  const path = kind === 'school' ? 'school_id' : 'facility_id'
  const [isNamed, setNamed] = useState(false)
  const mayBeNew = applicant === 'school_admin' || applicant === 'facility_admin'
  const takeAsNew = (name: string) => {
    setNamed(true)
    setValues({ is_new_tenant: true, tenant_name: name })
  }
  return (
    <>
      {values.is_new_tenant ? (
        <PlainField
          label={kind === 'school' ? 'Name of the school' : 'Name of the facility or organization'}
          required
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the search that was being typed in
          autoFocus={isNamed}
          {...field('tenant_name')}
        />
      ) : (
        <TenantSearch
          kind={kind}
          label={kind === 'school' ? 'School' : 'Facility or organization'}
          required={applicant !== 'proctor'}
          value={values[path]}
          onChange={(id) => setFieldValue(path, id)}
          error={applicant === 'proctor' ? undefined : errors[path]}
          knownName={knownName}
          onNew={mayBeNew ? takeAsNew : undefined}
        />
      )}
      {mayBeNew && (
        <PlainCheckbox
          label={kind === 'school' ? 'My school is not in the list' : 'My facility is not in the list'}
          {...field('is_new_tenant', { type: 'checkbox' })}
          // The search begins empty again.
          onChange={({ currentTarget: { checked } }) => setValues({ is_new_tenant: checked, [path]: '' })}
        />
      )}
      {applicant === 'proctor' && (
        <PlainField
          label="School ID"
          description="The search fills it in, or paste the one your school gave you."
          required
          spellCheck={false}
          autoComplete="off"
          {...field('school_id')}
        />
      )}
      {applicant === 'student' && (
        <PlainField
          label="Join code"
          description="Your school gives it to its students."
          required
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          {...field('join_code')}
        />
      )}
      <PlainTextarea
        label="Note to your approver"
        description="Optional: your program, your unit, who knows you."
        rows={3}
        maxLength={1000}
        {...field('message')}
      />
      <PatientDataNotice text={values.message} name="message" tick={tick} />
    </>
  )
}
