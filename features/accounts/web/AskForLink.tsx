import { type ReactNode, useState } from 'react'
import { AuthLayout } from '#ui/AuthLayout.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { PlainField } from '#ui/PlainField.tsx'
import { onlyEmail } from './person-form.ts'

type AskForLinkProps = {
  title: string
  description: string
  submitLabel: string
  /** What the form is, for assistive technology. */
  label: string
  footer?: ReactNode
  /** Why the link that someone came with does not lead on. */
  failure?: string | undefined
  /** Has a link sent to an address, and answers with what to tell. */
  ask: (email: string) => Promise<{ message: string }>
}

/** A link by mail: one asks for it with one's address, and reads the same whether it is known or not (Spec §8). */
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
  const form = useSchemaForm(onlyEmail, {
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
