import { type ReactNode, useState } from 'react'
import { AuthLayout } from '#ui/AuthLayout.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { PlainField } from '#ui/PlainField.tsx'
import { emailSchema } from './person-form.ts'

type AskForLinkProps = {
  title: string
  description: string
  submitLabel: string
  /** The name of the form, for assistive technology. */
  label: string
  footer?: ReactNode
  /** Why the visitor's link does not work. */
  failure?: string | undefined
  /** Sends a link to an address; resolves to the message to show. */
  ask: (email: string) => Promise<{ message: string }>
}

/** Requests a link by email; shows the same message whether or not the address is known (Spec §8). */
export function AskForLink({
  title,
  description,
  submitLabel,
  label,
  footer,
  failure,
  ask,
}: AskForLinkProps): ReactNode {
  const [said, say] = useState<string>()
  const form = useSchemaForm(emailSchema, {
    initialValues: { email: '' },
    onSubmit: async ({ email }) => say((await ask(email)).message),
  })
  return (
    <AuthLayout title={title} description={description} footer={footer}>
      <Form form={form} submitLabel={submitLabel} fullWidth label={label}>
        {failure && !said && (
          <Banner kind="danger" live>
            {failure}
          </Banner>
        )}
        {said && (
          <Banner kind="success" live>
            {said}
          </Banner>
        )}
        <PlainField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          {...form.field('email')}
        />
      </Form>
    </AuthLayout>
  )
}
