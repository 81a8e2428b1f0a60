import { TextInput } from '@mantine/core'
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import type { DateField } from './DateField.tsx'

const Field = lazy(() => import('./DateField.tsx').then((file) => ({ default: file.DateField })))

/** A date filter of a list: the calendar's code is loaded next to the list, not before it. */
export function LazyDateField(props: ComponentProps<typeof DateField>): ReactNode {
  return (
    <Suspense
      fallback={
        <TextInput
          aria-label={props['aria-label']}
          placeholder={typeof props.placeholder === 'string' ? props.placeholder : undefined}
          w={props.w}
          readOnly
        />
      }
    >
      <Field {...props} />
    </Suspense>
  )
}
